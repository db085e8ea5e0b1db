/**
 * The volumes of a node's pods: secrets, config maps, downward API and projected payloads as files
 * with exact modes and owners, empty directories, host paths, and sub-paths that cannot escape.
 *
 * <p>{@link dev.muster.volumes.PodVolumes} is the way in. Where objects and tokens come from is the
 * caller's matter ({@link dev.muster.volumes.Sources}); nothing here knows the API server.
 *
 * <p>Threading: {@code PodVolumes} may be used from any thread; work on one pod is done one after
 * the other. Failure: what a user can cause (a missing key, a wrong type of host path) is a {@link
 * dev.muster.volumes.VolumeFailure} with the sentence Kubernetes gives; the volume then keeps the
 * version it had. Everything may be done again, after a kill at any instant too.
 */
@NullMarked
package dev.muster.volumes;

import org.jspecify.annotations.NullMarked;
