package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.ConfigSource;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerEnvironment;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.FieldValues;
import dev.muster.node.containers.ServiceLinks;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a container is made with: environment, volumes, credentials, and all that follows from its
 * spec.
 *
 * @param services all that are known
 */
public record ContainerSettings(
    ConfigSource sources,
    Supplier<Collection<ObjectNode>> services,
    MountedVolumes volumes,
    CredentialSpecs credentials,
    ContainerConfigs configs) {

  /**
   * Where a container is made, and as whom.
   *
   * @param view the pod's other containers
   */
  record Place(
      PodView view,
      SandboxView sandbox,
      NodeFacts node,
      SupplementalGroupsPolicy policy,
      UserNamespace users) {
    private List<String> podIps(Pod pod) {
      return pod.hostNetwork() ? node.addresses() : sandbox.addresses();
    }

    private String target(ContainerSpec container) {
      return view.container(container.targetContainer()).map(ContainerView::id).orElse("");
    }
  }

  ContainerConfig of(Pod pod, ContainerSpec container, int attempt, Image image, Place in)
      throws ContainerProblem {
    try {
      Map<String, String> environment = environment(pod, container, in);
      List<Mount> mounts = volumes.mounts(pod, container, environment);
      return configs.of(
          new ContainerConfigs.Setting(
              pod,
              container,
              attempt,
              image,
              environment,
              mounts,
              in.podIps(pod),
              in.policy(),
              in.users(),
              in.target(container),
              credentials.of(pod, container)));
    } catch (IOException | MountedVolumes.Problem e) {
      throw ContainerProblem.config(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, String> environment(Pod pod, ContainerSpec container, Place in)
      throws ContainerProblem, IOException {
    NodeFacts node = in.node();
    FieldValues fields =
        new FieldValues(pod, node.name(), node.addresses(), in.podIps(pod), node.allocatable());
    Map<String, String> links =
        ServiceLinks.variables(
            services.get(),
            pod.namespace(),
            pod.spec().enableServiceLinks().optionalTruth().orElse(true),
            pod.hostNetwork() ? Optional.of(node.apiServer()) : Optional.empty());
    return new ContainerEnvironment(sources, fields).of(container, links);
  }
}
