/**
 * Requests to other servers. Ordinary ones are made by {@link java.net.http.HttpClient}, and {@link
 * dev.muster.client.http.WholeAnswers} bounds what comes back; those whose connection changes its
 * protocol, and which no HTTP client can make, go by a {@link
 * dev.muster.client.http.BackendConnection}.
 *
 * <p>Foreign text stays inside its place in a request: what cannot be sent is an {@link
 * java.io.IOException} before anything is. Nobody is trusted to answer sanely, either.
 */
@NullMarked
package dev.muster.client.http;

import org.jspecify.annotations.NullMarked;
