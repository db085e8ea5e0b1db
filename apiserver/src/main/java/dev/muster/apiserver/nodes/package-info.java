/**
 * The way from the API server to the nodes' own servers: logs, exec, attach, port-forward.
 *
 * <p>A connection for each request. A node that cannot be reached, or that refuses, is an {@code
 * ApiException} for the client.
 */
@NullMarked
package dev.muster.apiserver.nodes;

import org.jspecify.annotations.NullMarked;
