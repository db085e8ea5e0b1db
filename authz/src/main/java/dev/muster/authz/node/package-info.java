/**
 * What a node may do: read what its own pods name, and report on itself. A pure library: whoever
 * uses it feeds {@link dev.muster.authz.node.NodeGraph} with the objects as they change.
 *
 * <p>Threading: everything here may be used from any thread. Failure: what the graph does not know
 * is refused.
 */
@NullMarked
package dev.muster.authz.node;

import org.jspecify.annotations.NullMarked;
