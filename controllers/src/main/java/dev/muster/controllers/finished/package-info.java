/** Jobs that came to their end and are to be deleted some time after it. */
@NullMarked
package dev.muster.controllers.finished;

import org.jspecify.annotations.NullMarked;
