/**
 * The way from the API server to others' servers: those of nodes, for logs, exec, attach and
 * port-forward, and whatever nodes, pods and services serve, for proxies.
 *
 * <p>HTTP/1.1, a connection for each request, which closes with it. Nobody at the other end is
 * trusted to send sane answers, or any.
 */
@NullMarked
package dev.muster.apiserver.backends;

import org.jspecify.annotations.NullMarked;
