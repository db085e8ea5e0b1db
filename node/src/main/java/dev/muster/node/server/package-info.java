/**
 * The node's own HTTPS server, for the API server and who it lets: logs, exec, attach,
 * port-forward, metrics.
 *
 * <p>Clients show a certificate that the cluster's authority signed, or a token that the API server
 * knows, and {@link dev.muster.node.access} lets them in; a certificate of another authority gets
 * no further than the handshake. A request that cannot be read is answered with 400.
 */
@NullMarked
package dev.muster.node.server;

import org.jspecify.annotations.NullMarked;
