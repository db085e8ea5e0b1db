/**
 * Which node a pod may run on, and the small scheduler that decides it.
 *
 * <p>The rules ({@link dev.muster.scheduler.NodeFit}) are pure; the scheduler asks them before it
 * binds a pod, the node asks them again before it runs one.
 */
@NullMarked
package dev.muster.scheduler;

import org.jspecify.annotations.NullMarked;
