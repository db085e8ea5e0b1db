/**
 * What a container runtime would be given for a pod, found out without a node and without running
 * anything. Nothing on the machine is changed; what is missing is an {@link java.io.IOException}
 * that names it.
 */
@NullMarked
package dev.muster.cli.bundle;

import org.jspecify.annotations.NullMarked;
