/**
 * Which node a pod may run on, and the small scheduler that decides it.
 *
 * <p>The rules ({@link dev.muster.scheduler.NodeFit}) are pure; the scheduler asks them before it
 * binds a pod, the node asks them again before it runs one. One thread decides, on a picture of the
 * cluster that reflectors keep; {@code SchedulerCache} is where the two meet. A pod that cannot be
 * bound is tried again, later each time; nothing that a pod asks for stops the scheduler.
 */
@NullMarked
package dev.muster.scheduler;

import org.jspecify.annotations.NullMarked;
