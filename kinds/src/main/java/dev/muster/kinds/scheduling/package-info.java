/** Priorities. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.scheduling;

import org.jspecify.annotations.NullMarked;
