/**
 * The Kubernetes API as one user: requests over a transport, which is the network or the server in
 * the same process.
 *
 * <p>Thread-safe. A request that fails throws an {@code IOException}: an {@link
 * dev.muster.client.api.ApiProblem} if the server answered, something else if it did not.
 */
@NullMarked
package dev.muster.client.api;

import org.jspecify.annotations.NullMarked;
