/**
 * Decisions made by a remote service that is sent SubjectAccessReviews.
 *
 * <p>How a review travels is the {@link dev.muster.authz.webhook.ReviewTransport}'s; what is asked,
 * remembered, asked again and given up on is decided here. Everything may be shared between
 * threads. Failure never allows: a service that cannot be asked has no opinion, and the reason is
 * among the decision's problems.
 */
@NullMarked
package dev.muster.authz.webhook;

import org.jspecify.annotations.NullMarked;
