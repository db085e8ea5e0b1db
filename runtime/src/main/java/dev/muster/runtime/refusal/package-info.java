/** How a call is refused, whichever part of the runtime does so. */
@NullMarked
package dev.muster.runtime.refusal;

import org.jspecify.annotations.NullMarked;
