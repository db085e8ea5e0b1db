/** Certificate requests. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.certificates;

import org.jspecify.annotations.NullMarked;
