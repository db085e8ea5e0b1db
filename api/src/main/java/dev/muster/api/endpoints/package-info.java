/** Endpoint slices. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.endpoints;

import org.jspecify.annotations.NullMarked;
