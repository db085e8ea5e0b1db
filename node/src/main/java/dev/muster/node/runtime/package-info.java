/**
 * The container runtime as the node sees it: calls with their problems in words, and the state of
 * all sandboxes and containers, kept up to date by the runtime's events or by asking.
 *
 * <p>Thread-safe. A call that fails throws a {@link dev.muster.node.runtime.RuntimeProblem}.
 */
@NullMarked
package dev.muster.node.runtime;

import org.jspecify.annotations.NullMarked;
