/** Admission webhooks and policies. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.admissionregistration;

import org.jspecify.annotations.NullMarked;
