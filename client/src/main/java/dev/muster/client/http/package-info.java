/**
 * What keeps foreign text inside its place in a request: heads for the connections that no HTTP
 * client can make, and names as parts of paths.
 *
 * <p>Ordinary requests are made by {@link java.net.http.HttpClient}, which checks the same. Pure
 * functions; what cannot be sent is an {@link java.io.IOException} before anything is.
 */
@NullMarked
package dev.muster.client.http;

import org.jspecify.annotations.NullMarked;
