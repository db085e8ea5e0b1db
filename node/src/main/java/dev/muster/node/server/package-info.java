/**
 * The node's own HTTPS server, for the API server: logs, exec, attach, port-forward, metrics.
 *
 * <p>HTTP/1.1, one request for each connection, a thread for each. Clients show a certificate that
 * the cluster's authority signed, of a member of {@code system:masters}; others get no further than
 * the handshake or a 403. A request that cannot be read is answered with 400.
 */
@NullMarked
package dev.muster.node.server;

import org.jspecify.annotations.NullMarked;
