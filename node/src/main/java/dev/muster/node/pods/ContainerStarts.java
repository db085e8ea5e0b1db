package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.AskedIdentity;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerEnvironment;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.FieldValues;
import dev.muster.node.containers.ServiceLinks;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.podspec.ContainerSpec;
import dev.muster.node.podspec.Pod;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts a container: image, configuration, create, start, postStart hook. */
final class ContainerStarts {
  private final PodTools tools;
  private final LifecycleHooks hooks;
  private final ContainerKills kills;
  private final IdentityCheck identities;

  ContainerStarts(PodTools tools, IdentityCheck identities) {
    this.tools = tools;
    this.hooks = new LifecycleHooks(tools.handler(), tools.events());
    this.kills = new ContainerKills(tools);
    this.identities = identities;
  }

  /** Returns when the container runs and its hook has ended. */
  void start(Pod pod, ContainerSpec container, PodView view, SandboxView sandbox)
      throws ContainerProblem {
    NodeFacts node = tools.node().get();
    SupplementalGroupsPolicy policy = node.groups().effective(pod);
    int attempt = view.container(container.name()).map(v -> v.attempt() + 1).orElse(0);
    String id;
    ContainerConfig config;
    try {
      UserNamespace users = users(pod);
      PodSandboxConfig sandboxConfig = tools.sandboxes().of(pod, sandbox.attempt(), policy, users);
      Image image = tools.images().ensure(pod, container, sandboxConfig);
      config = config(pod, container, view, sandbox, image, attempt, node, policy, users);
      id = create(sandbox, config, sandboxConfig);
    } catch (ContainerProblem e) {
      boolean image = e.reason().contains("Image");
      String why = image ? e.reason() : e.message();
      tools.events().container(pod, container, EventType.WARNING, "Failed", "Error: " + why);
      tools.metrics().count(NodeMetrics.Metric.CONTAINER_START_ERRORS, "code", e.reason());
      throw e;
    }
    tools.events().container(pod, container, EventType.NORMAL, "Created", "Container created");
    try {
      tools.runtime().startContainer(id);
    } catch (RuntimeProblem e) {
      tools
          .events()
          .container(pod, container, EventType.WARNING, "Failed", "Error: " + e.getMessage());
      tools.metrics().count(NodeMetrics.Metric.CONTAINER_START_ERRORS, "code", "RunContainerError");
      throw new ContainerProblem("RunContainerError", String.valueOf(e.getMessage()));
    }
    tools
        .allocations()
        .actuate(
            pod.uid(), container.name(), ResizableResources.of(container.tree().path("resources")));
    tools.events().container(pod, container, EventType.NORMAL, "Started", "Container started");
    tools.metrics().count(NodeMetrics.Metric.CONTAINERS_STARTED);
    AskedIdentity.in(config.getAnnotationsMap())
        .ifPresent(asked -> identities.later(pod, container, id, asked));
    postStart(pod, container, id, view, sandbox, node);
  }

  private UserNamespace users(Pod pod) throws ContainerProblem {
    try {
      return tools.users().forContainer(pod);
    } catch (IOException e) {
      throw ContainerProblem.config(String.valueOf(e.getMessage()));
    }
  }

  private String create(SandboxView sandbox, ContainerConfig config, PodSandboxConfig in)
      throws ContainerProblem {
    try {
      return tools.runtime().createContainer(sandbox.id(), config, in);
    } catch (RuntimeProblem e) {
      throw new ContainerProblem("CreateContainerError", String.valueOf(e.getMessage()));
    }
  }

  private ContainerConfig config(
      Pod pod,
      ContainerSpec container,
      PodView view,
      SandboxView sandbox,
      Image image,
      int attempt,
      NodeFacts node,
      SupplementalGroupsPolicy policy,
      UserNamespace users)
      throws ContainerProblem {
    List<String> podIps = pod.hostNetwork() ? node.addresses() : sandbox.addresses();
    FieldValues fields =
        new FieldValues(pod, node.name(), node.addresses(), podIps, node.allocatable());
    boolean links = pod.spec().path("enableServiceLinks").asBoolean(true);
    try {
      Map<String, String> environment =
          new ContainerEnvironment(tools.configs(), fields)
              .of(
                  container,
                  ServiceLinks.variables(
                      tools.services().get(),
                      pod.namespace(),
                      links,
                      pod.hostNetwork() ? Optional.of(node.apiServer()) : Optional.empty()));
      List<Mount> mounts = tools.volumes().mounts(pod, container, environment);
      String target =
          view.container(container.tree().path("targetContainerName").asText())
              .map(ContainerView::id)
              .orElse("");
      return tools
          .containers()
          .of(
              new ContainerConfigs.Setting(
                  pod,
                  container,
                  attempt,
                  image,
                  environment,
                  mounts,
                  podIps,
                  policy,
                  users,
                  target,
                  tools.credentials().of(pod, container)));
    } catch (IOException | MountedVolumes.Problem e) {
      throw ContainerProblem.config(String.valueOf(e.getMessage()));
    }
  }

  private void postStart(
      Pod pod,
      ContainerSpec container,
      String id,
      PodView view,
      SandboxView sandbox,
      NodeFacts node)
      throws ContainerProblem {
    JsonNode hook = container.tree().path("lifecycle").path("postStart");
    if (!hook.isObject()) {
      return;
    }
    String host = LifecycleHooks.host(pod, sandbox.addresses(), node);
    if (hooks.run(hook, pod, container, id, host, LifecycleHooks.NO_LIMIT)) {
      return;
    }
    tools
        .events()
        .container(
            pod, container, EventType.WARNING, "FailedPostStartHook", "PostStartHook failed");
    try {
      kills.kill(pod, view, container.name(), id, "FailedPostStartHook", pod.gracePeriod());
    } catch (RuntimeProblem e) {
      throw new ContainerProblem("PostStartHookError", String.valueOf(e.getMessage()));
    }
    throw new ContainerProblem("PostStartHookError", "PostStartHook failed");
  }
}
