package dev.muster.runtime.service;

import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.ContainerStatusResponse;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.CreateContainerResponse;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.ListContainersResponse;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemoveContainerResponse;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.ReopenContainerLogResponse;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StartContainerResponse;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.StopContainerResponse;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.UpdateContainerResourcesResponse;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.pods.Sandbox;
import dev.muster.runtime.process.ExecSync;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** Calls about containers. */
final class ContainerCalls {
  /** Longer than any machine runs, and short enough to be counted in nanoseconds. */
  private static final long MOST_SECONDS = 3_000_000_000L;

  private final Pods pods;
  private final ContainerViews views;

  ContainerCalls(Pods pods, ContainerViews views) {
    this.pods = pods;
    this.views = views;
  }

  CreateContainerResponse create(CreateContainerRequest request) throws IOException, Refused {
    if (!request.hasConfig()) {
      throw Refused.invalid("config: required");
    }
    if (!request.hasSandboxConfig()) {
      throw Refused.invalid("sandbox_config: required");
    }
    Sandbox sandbox = pods.sandboxes().find(request.getPodSandboxId());
    Container container = pods.containers().create(sandbox, request.getConfig());
    return CreateContainerResponse.newBuilder().setContainerId(container.id()).build();
  }

  StartContainerResponse start(StartContainerRequest request) throws IOException, Refused {
    pods.containers().start(pods.containers().find(request.getContainerId()));
    return StartContainerResponse.getDefaultInstance();
  }

  StopContainerResponse stop(StopContainerRequest request) throws IOException, Refused {
    Optional<Container> container = existing(request.getContainerId());
    if (container.isPresent()) {
      pods.containers().stop(container.get(), seconds(request.getTimeout()));
    }
    return StopContainerResponse.getDefaultInstance();
  }

  RemoveContainerResponse remove(RemoveContainerRequest request) throws IOException, Refused {
    Optional<Container> container = existing(request.getContainerId());
    if (container.isPresent()) {
      pods.containers().remove(container.get());
    }
    return RemoveContainerResponse.getDefaultInstance();
  }

  ListContainersResponse list(ListContainersRequest request) {
    ListContainersResponse.Builder list = ListContainersResponse.newBuilder();
    pods.containers().all().stream()
        .filter(each -> Filters.passes(each, request.getFilter()))
        .sorted(Comparator.comparing(Container::id))
        .forEach(each -> list.addContainers(views.row(each)));
    return list.build();
  }

  ContainerStatusResponse status(ContainerStatusRequest request) throws Refused {
    Container container = pods.containers().find(request.getContainerId());
    ContainerStatusResponse.Builder answer =
        ContainerStatusResponse.newBuilder().setStatus(views.status(container));
    if (request.getVerbose()) {
      answer.putInfo("info", Details.of(container));
    }
    return answer.build();
  }

  UpdateContainerResourcesResponse update(UpdateContainerResourcesRequest request)
      throws IOException, Refused {
    Container container = pods.containers().find(request.getContainerId());
    if (request.hasWindows() && !request.hasLinux()) {
      throw Refused.invalid("windows: this is not a Windows node");
    }
    pods.containers().update(container, request.getLinux());
    return UpdateContainerResourcesResponse.getDefaultInstance();
  }

  ReopenContainerLogResponse reopen(ReopenContainerLogRequest request) throws IOException, Refused {
    pods.containers().reopenLog(pods.containers().find(request.getContainerId()));
    return ReopenContainerLogResponse.getDefaultInstance();
  }

  ExecSyncResponse exec(ExecSyncRequest request) throws IOException, Refused {
    Container container = running(request.getContainerId());
    ExecSync.Result result =
        ExecSync.run(
            pods.sandboxes().runtime(container.handler()),
            container.id(),
            container.bundle(),
            request.getCmdList(),
            seconds(request.getTimeout()));
    return ExecSyncResponse.newBuilder()
        .setStdout(result.stdout())
        .setStderr(result.stderr())
        .setExitCode(result.exitCode())
        .build();
  }

  /** A container that takes further processes. */
  Container running(String id) throws Refused {
    Container container = pods.containers().find(id);
    if (container.state() != dev.muster.cri.v1.ContainerState.CONTAINER_RUNNING) {
      throw Refused.wrongState(
          "container \""
              + container.id()
              + "\" is in state "
              + container.state()
              + ", not running");
    }
    return container;
  }

  private static Duration seconds(long given) {
    return Duration.ofSeconds(Math.clamp(given, 0, MOST_SECONDS));
  }

  /** Stopping and removing what is not there is no error; a missing id is. */
  private Optional<Container> existing(String id) throws Refused {
    if (id.isEmpty()) {
      throw Refused.invalid("container_id: required");
    }
    try {
      return Optional.of(pods.containers().find(id));
    } catch (Refused gone) {
      return Optional.empty();
    }
  }
}
