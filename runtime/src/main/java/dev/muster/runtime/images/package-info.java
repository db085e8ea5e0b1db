/**
 * Images on disk and the root file systems made of them.
 *
 * <p>{@link dev.muster.runtime.images.ImageStore} holds content by its digest and remembers which
 * names lead to which image; {@link dev.muster.runtime.images.Snapshots} makes a writable root file
 * system of an image. Nothing here knows CRI.
 *
 * <p>Everything is safe for many threads, and for several processes on one directory. What a call
 * has returned survives the process being killed at any instant; what it was in the middle of
 * leaves nothing that a later garbage collection would not remove. Manifests, configurations and
 * layers are hostile input: sizes are bounded, digests are checked, and no layer reaches outside
 * its directory.
 */
@NullMarked
package dev.muster.runtime.images;

import org.jspecify.annotations.NullMarked;
