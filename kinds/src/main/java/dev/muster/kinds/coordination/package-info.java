/** Leases. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.coordination;

import org.jspecify.annotations.NullMarked;
