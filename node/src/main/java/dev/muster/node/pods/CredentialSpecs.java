package dev.muster.node.pods;

import dev.muster.node.containers.ContainerProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.Optional;

/** The credential specs that pods' containers run under. */
public interface CredentialSpecs {
  /** The contents for a container; empty if it has none. */
  Optional<String> of(Pod pod, ContainerSpec container) throws ContainerProblem;

  /** Tells by an event when a pod runs under a spec that is not the config map's any more. */
  void watch(Pod pod);

  /** Stops watching. Nothing happens for a pod without any. */
  void release(String uid);
}
