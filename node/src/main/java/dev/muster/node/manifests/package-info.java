/**
 * Static pods: manifests in a folder, whose pods run whether or not there is an API server, and
 * their pictures in the API, the mirror pods.
 *
 * <p>Thread-safe. A manifest that cannot be read is logged and left out until it changes.
 */
@NullMarked
package dev.muster.node.manifests;

import org.jspecify.annotations.NullMarked;
