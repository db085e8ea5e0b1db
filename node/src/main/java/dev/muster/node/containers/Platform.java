package dev.muster.node.containers;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.views.CoreV1.Pod;
import java.util.Optional;

/** The part of what a runtime is asked for that depends on the node's operating system. */
public interface Platform {
  /**
   * Adds it to what is asked for a pod.
   *
   * @throws ContainerProblem when the pod asks for what cannot be
   */
  void sandbox(
      Pod pod, SupplementalGroupsPolicy policy, UserNamespace users, PodSandboxConfig.Builder out)
      throws ContainerProblem;

  /** Adds it to what is asked for a container, after everything else. */
  void container(ContainerConfigs.Setting with, ContainerConfig.Builder out)
      throws ContainerProblem;

  InPlaceResize resize();

  /** Where a container finds the hosts file that the node writes; empty if it gets none. */
  Optional<String> hostsFile(ContainerConfigs.Setting with);

  /** A path in a container, as its runtime takes it. */
  String path(String path);
}
