/**
 * Constrained impersonation: who may be taken for whom, and for which requests. Behind the gate
 * ConstrainedImpersonation; without it only the verb {@code impersonate} counts.
 *
 * <p>Nothing that was allowed is remembered, so that what is revoked is revoked at once.
 * Thread-safe.
 */
@NullMarked
package dev.muster.apiserver.impersonation;

import org.jspecify.annotations.NullMarked;
