package dev.muster.node.pods;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.images.ImagePulls;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.node.users.PodUsers;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;

/** Makes a container that does not run yet: image, settings, create. */
public record ContainerCreation(
    RuntimeCalls runtime,
    ImagePulls images,
    SandboxConfigs sandboxes,
    PodUsers users,
    ContainerSettings settings) {

  record Created(String id, ContainerConfig config) {}

  Created create(
      Pod pod, ContainerSpec container, PodView view, SandboxView sandbox, NodeFacts node)
      throws ContainerProblem {
    SupplementalGroupsPolicy policy = node.groups().effective(pod);
    int attempt = view.container(container.name()).map(v -> v.attempt() + 1).orElse(0);
    UserNamespace ids = ids(pod);
    PodSandboxConfig in = sandboxes.of(pod, sandbox.attempt(), policy, ids);
    Image image = images.ensure(pod, container, in);
    ContainerConfig config =
        settings.of(
            pod,
            container,
            attempt,
            image,
            new ContainerSettings.Place(view, sandbox, node, policy, ids));
    try {
      return new Created(runtime.createContainer(sandbox.id(), config, in), config);
    } catch (RuntimeProblem e) {
      throw new ContainerProblem("CreateContainerError", String.valueOf(e.getMessage()));
    }
  }

  private UserNamespace ids(Pod pod) throws ContainerProblem {
    try {
      return users.forContainer(pod);
    } catch (IOException e) {
      throw ContainerProblem.config(String.valueOf(e.getMessage()));
    }
  }
}
