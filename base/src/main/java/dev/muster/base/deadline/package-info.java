/** When a request has to be over, known to all code that works for it and asked in its loops. */
@NullMarked
package dev.muster.base.deadline;

import org.jspecify.annotations.NullMarked;
