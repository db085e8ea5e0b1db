/**
 * The connections to services that decide, and how they fare.
 *
 * <p>Thread-safe. A failure is a {@link dev.muster.authz.webhook.ReviewFailure} that tells whether
 * asking again may help.
 */
@NullMarked
package dev.muster.apiserver.authzwebhook;

import org.jspecify.annotations.NullMarked;
