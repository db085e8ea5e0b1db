/**
 * Which uid, gid and groups a container process will have, and where each number came from.
 *
 * <p>{@link dev.muster.identity.EffectiveContext} reads a pod and a container as the API has them,
 * or {@link dev.muster.identity.IdentityRequest#cri} takes what a runtime was asked for; {@link
 * dev.muster.identity.ImageAccounts} reads the image's own account files; {@link
 * dev.muster.identity.ProcessIdentity#resolve} joins the two.
 *
 * <p>Everything is immutable or confined to one call, so it may be used from any thread. A request
 * or an image that names no usable identity is an {@link dev.muster.identity.IdentityException}
 * whose message is fit for the pod's owner. Image files are hostile: reads are bounded and never
 * leave the image's root.
 */
@NullMarked
package dev.muster.identity;

import org.jspecify.annotations.NullMarked;
