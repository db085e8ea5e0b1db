/**
 * {@code muster console}: the console for any cluster, on this machine, with the rights of a
 * kubeconfig and for reading only.
 *
 * <p>A request is answered by one virtual thread; all is thread-safe.
 */
@NullMarked
package dev.muster.cli.console;

import org.jspecify.annotations.NullMarked;
