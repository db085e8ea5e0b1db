/** Schedules. */
@NullMarked
package dev.muster.kinds.batch;

import org.jspecify.annotations.NullMarked;
