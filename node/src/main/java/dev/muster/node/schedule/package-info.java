/**
 * Which node a pod may run on, and the small scheduler that decides it.
 *
 * <p>The rules ({@link dev.muster.node.schedule.NodeFit}) are pure; the scheduler asks them before
 * it binds a pod, the node asks them again before it runs one.
 */
@NullMarked
package dev.muster.node.schedule;

import org.jspecify.annotations.NullMarked;
