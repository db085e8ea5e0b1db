/** Events: one kind that two groups serve. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.events;

import org.jspecify.annotations.NullMarked;
