/** The kinds that are served: one descriptor each. */
@NullMarked
package dev.muster.api.kinds;

import org.jspecify.annotations.NullMarked;
