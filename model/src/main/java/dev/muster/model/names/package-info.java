/** Rules for names and labels, in Kubernetes' words. */
@NullMarked
package dev.muster.model.names;

import org.jspecify.annotations.NullMarked;
