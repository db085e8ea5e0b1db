/**
 * Images for containers: pulled as their policy says, with the pod's own secrets, and given only to
 * pods that may have them. Who proved to a registry that they may have an image is kept on disk, in
 * the kubelet's form. Failing to read that means asking the registry again.
 */
@NullMarked
package dev.muster.node.images;

import org.jspecify.annotations.NullMarked;
