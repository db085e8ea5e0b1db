/**
 * Proxies: a client's request goes on to a node, a pod or a service, and the answer comes back with
 * links that lead through the proxy.
 *
 * <p>What came from the client for this server (credentials, impersonation) stays here. Bodies pass
 * through in pieces, in both directions. A backend that cannot be reached is an {@code
 * ApiException} with 503; one that breaks off breaks the client's answer off.
 */
@NullMarked
package dev.muster.apiserver.proxy;

import org.jspecify.annotations.NullMarked;
