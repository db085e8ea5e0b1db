/** Runtime classes. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.node;

import org.jspecify.annotations.NullMarked;
