/**
 * Pod security policies as Kubernetes 1.24 enforced them, and what its users missed. {@link
 * dev.muster.admission.psp.Policy} tries one policy on one pod; {@link
 * dev.muster.admission.psp.PolicyChoice} chooses among those that may be used; {@link
 * dev.muster.admission.psp.PodSecurityPolicyPlugin} is the admission plugin. One rule, one file.
 *
 * <p>Policies and rules are immutable and safe for any thread. A pod that is refused is a value
 * with its faults; only the plugin turns it into an exception.
 */
@NullMarked
package dev.muster.admission.psp;

import org.jspecify.annotations.NullMarked;
