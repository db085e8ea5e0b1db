/** Endpoint slices. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.endpoints;

import org.jspecify.annotations.NullMarked;
