/**
 * Who a pod's processes run as and what they may do: security contexts of pods and containers, host
 * namespaces, operating systems, seccomp and AppArmor. Defaults, rules, warnings. Pure functions
 * over canonical trees, safe for any thread. A fault is a field error in Kubernetes' words, never
 * an exception.
 */
@NullMarked
package dev.muster.kinds.pods.security;

import org.jspecify.annotations.NullMarked;
