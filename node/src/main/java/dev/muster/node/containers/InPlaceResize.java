package dev.muster.node.containers;

import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;

/** Whether containers of a platform are given other resources while they run. */
public sealed interface InPlaceResize {
  /** They are. */
  @FunctionalInterface
  non-sealed interface Supported extends InPlaceResize {
    /** What a container that runs may use from now on, by the resources that its tree has. */
    LinuxContainerResources resources(Pod pod, ContainerSpec container);
  }

  /**
   * They never are.
   *
   * @param message for who asks for it
   */
  record Unsupported(String message) implements InPlaceResize {}
}
