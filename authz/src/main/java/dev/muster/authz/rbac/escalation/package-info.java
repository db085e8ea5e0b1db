/**
 * Keeps anyone from granting what they do not hold, whichever authorization mode is on.
 *
 * <p>Stateless over the RBAC index; thread-safe. A refusal is a value and names only what is
 * missing.
 */
@NullMarked
package dev.muster.authz.rbac.escalation;

import org.jspecify.annotations.NullMarked;
