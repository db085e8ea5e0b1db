/** Runtime classes. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.node;

import org.jspecify.annotations.NullMarked;
