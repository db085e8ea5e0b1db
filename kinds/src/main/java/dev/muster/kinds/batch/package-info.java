/** Jobs and the schedules that start them. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.batch;

import org.jspecify.annotations.NullMarked;
