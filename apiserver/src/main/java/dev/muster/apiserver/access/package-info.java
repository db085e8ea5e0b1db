/**
 * The questions of {@code access.muster.dev}: why, who can, what may somebody, what if. They are
 * answered by the authorizers and the objects of this server, and nothing is stored.
 *
 * <p>Who may ask is a matter of authorization like any other: {@code create} of the question's
 * resource. Whoever may is told about all roles and bindings. Everything here is thread-safe; what
 * makes no sense is refused with an {@link dev.muster.model.status.ApiException}.
 */
@NullMarked
package dev.muster.apiserver.access;

import org.jspecify.annotations.NullMarked;
