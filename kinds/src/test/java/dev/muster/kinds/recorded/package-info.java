/** Writes recorded from a real server, judged by the kinds alone. */
@NullMarked
package dev.muster.kinds.recorded;

import org.jspecify.annotations.NullMarked;
