/**
 * Where the contents of pods' volumes come from: secrets and config maps that are watched while a
 * pod uses them, and service account tokens that are renewed before they expire.
 *
 * <p>Thread-safe. What cannot be had now is a problem for the pod's event, and is tried again.
 */
@NullMarked
package dev.muster.node.mounts;

import org.jspecify.annotations.NullMarked;
