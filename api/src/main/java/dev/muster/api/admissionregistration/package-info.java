/** Admission webhooks and policies. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.admissionregistration;

import org.jspecify.annotations.NullMarked;
