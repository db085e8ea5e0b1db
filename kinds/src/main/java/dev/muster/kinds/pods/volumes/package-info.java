/**
 * A pod's volumes and what containers mount of them: defaults, rules, warnings. Pure functions over
 * canonical trees, safe for any thread. A fault is a field error in Kubernetes' words, never an
 * exception.
 */
@NullMarked
package dev.muster.kinds.pods.volumes;

import org.jspecify.annotations.NullMarked;
