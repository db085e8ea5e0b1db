/** Priorities. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.scheduling;

import org.jspecify.annotations.NullMarked;
