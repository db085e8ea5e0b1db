/**
 * Who may use the node's own server: as kubelet asks, the API server says whose a token is
 * (TokenReview) and what they may do (SubjectAccessReview), and is believed for a while.
 *
 * <p>Thread-safe. What is remembered is bounded, and so is how often strangers make the API server
 * be asked. Failure to ask refuses.
 */
@NullMarked
package dev.muster.node.access;

import org.jspecify.annotations.NullMarked;
