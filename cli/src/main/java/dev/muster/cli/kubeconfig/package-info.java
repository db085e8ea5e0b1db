/**
 * Which cluster a command asks.
 *
 * <p>Flags are filled in once, by the thread that runs the command.
 */
@NullMarked
package dev.muster.cli.kubeconfig;

import org.jspecify.annotations.NullMarked;
