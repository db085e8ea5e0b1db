/**
 * The node's own face in the API: its Node object, its conditions, and the Lease that shows it is
 * alive. Thread-safe; while the API server is away, everything is tried again.
 */
@NullMarked
package dev.muster.node.machine;

import org.jspecify.annotations.NullMarked;
