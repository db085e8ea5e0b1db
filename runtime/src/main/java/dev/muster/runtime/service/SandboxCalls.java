package dev.muster.runtime.service;

import dev.muster.cri.v1.LinuxPodSandboxStatus;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.ListPodSandboxResponse;
import dev.muster.cri.v1.Namespace;
import dev.muster.cri.v1.PodIP;
import dev.muster.cri.v1.PodSandbox;
import dev.muster.cri.v1.PodSandboxNetworkStatus;
import dev.muster.cri.v1.PodSandboxStatus;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PodSandboxStatusResponse;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RemovePodSandboxResponse;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxResponse;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.cri.v1.StopPodSandboxResponse;
import dev.muster.cri.v1.UpdatePodSandboxResourcesRequest;
import dev.muster.cri.v1.UpdatePodSandboxResourcesResponse;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Events;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.pods.Sandbox;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Calls about sandboxes. */
final class SandboxCalls {
  private final Pods pods;
  private final ContainerViews views;

  SandboxCalls(Pods pods, ContainerViews views) {
    this.pods = pods;
    this.views = views;
  }

  RunPodSandboxResponse run(RunPodSandboxRequest request) throws IOException, Refused {
    if (!request.hasConfig()) {
      throw Refused.invalid("config: required");
    }
    Sandbox sandbox = pods.run(request.getConfig(), request.getRuntimeHandler());
    return RunPodSandboxResponse.newBuilder().setPodSandboxId(sandbox.id()).build();
  }

  StopPodSandboxResponse stop(StopPodSandboxRequest request) throws IOException, Refused {
    Optional<Sandbox> sandbox = existing(request.getPodSandboxId());
    if (sandbox.isPresent()) {
      pods.stop(sandbox.get());
    }
    return StopPodSandboxResponse.getDefaultInstance();
  }

  RemovePodSandboxResponse remove(RemovePodSandboxRequest request) throws IOException, Refused {
    Optional<Sandbox> sandbox = existing(request.getPodSandboxId());
    if (sandbox.isPresent()) {
      pods.remove(sandbox.get());
    }
    return RemovePodSandboxResponse.getDefaultInstance();
  }

  ListPodSandboxResponse list(ListPodSandboxRequest request) {
    ListPodSandboxResponse.Builder list = ListPodSandboxResponse.newBuilder();
    pods.sandboxes().all().stream()
        .filter(each -> Filters.passes(each, request.getFilter()))
        .sorted(Comparator.comparingLong(Sandbox::createdAt).reversed())
        .forEach(
            each ->
                list.addItems(
                    PodSandbox.newBuilder()
                        .setId(each.id())
                        .setMetadata(each.config().getMetadata())
                        .setState(Filters.state(each))
                        .setCreatedAt(each.createdAt())
                        .setRuntimeHandler(each.handler())
                        .putAllLabels(each.config().getLabelsMap())
                        .putAllAnnotations(each.config().getAnnotationsMap())));
    return list.build();
  }

  PodSandboxStatusResponse status(PodSandboxStatusRequest request) throws Refused {
    Sandbox sandbox = pods.sandboxes().find(request.getPodSandboxId());
    PodSandboxStatusResponse.Builder answer =
        PodSandboxStatusResponse.newBuilder().setTimestamp(Events.now()).setStatus(status(sandbox));
    for (Container each : containers(sandbox)) {
      answer.addContainersStatuses(views.status(each));
    }
    if (request.getVerbose()) {
      answer.putInfo("info", Details.of(sandbox));
    }
    return answer.build();
  }

  UpdatePodSandboxResourcesResponse update(UpdatePodSandboxResourcesRequest request)
      throws Refused {
    pods.sandboxes().find(request.getPodSandboxId());
    return UpdatePodSandboxResourcesResponse.getDefaultInstance();
  }

  List<Container> containers(Sandbox sandbox) {
    return pods.containers().in(sandbox).stream()
        .sorted(Comparator.comparing(Container::id))
        .toList();
  }

  static PodSandboxStatus status(Sandbox sandbox) {
    PodSandboxStatus.Builder status =
        PodSandboxStatus.newBuilder()
            .setId(sandbox.id())
            .setMetadata(sandbox.config().getMetadata())
            .setState(Filters.state(sandbox))
            .setCreatedAt(sandbox.createdAt())
            .setLinux(
                LinuxPodSandboxStatus.newBuilder()
                    .setNamespaces(Namespace.newBuilder().setOptions(sandbox.namespaces())))
            .setRuntimeHandler(sandbox.handler())
            .putAllLabels(sandbox.config().getLabelsMap())
            .putAllAnnotations(sandbox.config().getAnnotationsMap());
    network(sandbox.addresses()).ifPresent(status::setNetwork);
    return status.build();
  }

  /** A kubelet replaces a sandbox whose network has no address, and leaves one without network. */
  private static Optional<PodSandboxNetworkStatus> network(List<String> addresses) {
    if (addresses.isEmpty()) {
      return Optional.empty();
    }
    PodSandboxNetworkStatus.Builder network =
        PodSandboxNetworkStatus.newBuilder().setIp(addresses.getFirst());
    addresses.stream()
        .skip(1)
        .forEach(ip -> network.addAdditionalIps(PodIP.newBuilder().setIp(ip)));
    return Optional.of(network.build());
  }

  /** Stopping and removing what is not there is no error; a missing id is. */
  private Optional<Sandbox> existing(String id) throws Refused {
    if (id.isEmpty()) {
      throw Refused.invalid("pod_sandbox_id: required");
    }
    try {
      return Optional.of(pods.sandboxes().find(id));
    } catch (Refused gone) {
      return Optional.empty();
    }
  }
}
