/**
 * The wire: HTTPS with HTTP/1.1 and HTTP/2, from bytes to an {@link dev.muster.http.Exchange} and
 * back. Knows nothing of Kubernetes but the Status object.
 *
 * <p>Every request runs on a virtual thread of its own, which may block. Whatever a client sends,
 * an answer is a JSON Status or the connection ends; no client can hold memory without bound or
 * stop another one from being served.
 */
@NullMarked
package dev.muster.http;

import org.jspecify.annotations.NullMarked;
