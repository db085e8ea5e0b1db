/**
 * From a pod's spec to what the runtime is asked for: sandbox and container configurations,
 * environment, security context, the hosts file.
 *
 * <p>Nothing here keeps state. What cannot be made is a {@link
 * dev.muster.node.containers.ContainerProblem} with the reason that a container's status shows.
 */
@NullMarked
package dev.muster.node.containers;

import org.jspecify.annotations.NullMarked;
