/**
 * The way to the API server: requests as one user, and lists that are kept up to date by watches.
 *
 * <p>Thread-safe. A request that fails throws an {@code IOException}: an {@link
 * dev.muster.client.api.ApiProblem} if the server answered, something else if it did not. A {@link
 * dev.muster.client.api.Reflector} never gives up.
 */
@NullMarked
package dev.muster.client.api;

import org.jspecify.annotations.NullMarked;
