/** Leases. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.coordination;

import org.jspecify.annotations.NullMarked;
