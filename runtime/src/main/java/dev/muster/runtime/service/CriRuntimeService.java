package dev.muster.runtime.service;

import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.AttachResponse;
import dev.muster.cri.v1.CheckpointContainerRequest;
import dev.muster.cri.v1.CheckpointContainerResponse;
import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatsResponse;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.ContainerStatusResponse;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.CreateContainerResponse;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.ExecResponse;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.GetEventsRequest;
import dev.muster.cri.v1.ListContainerStatsRequest;
import dev.muster.cri.v1.ListContainerStatsResponse;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.ListContainersResponse;
import dev.muster.cri.v1.ListMetricDescriptorsRequest;
import dev.muster.cri.v1.ListMetricDescriptorsResponse;
import dev.muster.cri.v1.ListPodSandboxMetricsRequest;
import dev.muster.cri.v1.ListPodSandboxMetricsResponse;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.ListPodSandboxResponse;
import dev.muster.cri.v1.ListPodSandboxStatsRequest;
import dev.muster.cri.v1.ListPodSandboxStatsResponse;
import dev.muster.cri.v1.PodSandboxStatsRequest;
import dev.muster.cri.v1.PodSandboxStatsResponse;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PodSandboxStatusResponse;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.cri.v1.PortForwardResponse;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemoveContainerResponse;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RemovePodSandboxResponse;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.ReopenContainerLogResponse;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxResponse;
import dev.muster.cri.v1.RuntimeConfigRequest;
import dev.muster.cri.v1.RuntimeConfigResponse;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceImplBase;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StartContainerResponse;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.StatusResponse;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.StopContainerResponse;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.cri.v1.StopPodSandboxResponse;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.UpdateContainerResourcesResponse;
import dev.muster.cri.v1.UpdatePodSandboxResourcesRequest;
import dev.muster.cri.v1.UpdatePodSandboxResourcesResponse;
import dev.muster.cri.v1.UpdateRuntimeConfigRequest;
import dev.muster.cri.v1.UpdateRuntimeConfigResponse;
import dev.muster.cri.v1.VersionRequest;
import dev.muster.cri.v1.VersionResponse;
import dev.muster.runtime.network.PodNetwork;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.stats.SandboxMetrics;
import dev.muster.runtime.stats.Statistics;
import dev.muster.runtime.streaming.StreamingServer;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;

/** The service: each call handed to those who know. */
public final class CriRuntimeService extends RuntimeServiceImplBase {
  private final NodeCalls node;
  private final SandboxCalls sandboxes;
  private final ContainerCalls containers;
  private final StatsCalls stats;
  private final EventCalls events;
  private final StreamCalls streams;

  public CriRuntimeService(
      Pods pods,
      List<OciRuntime> runtimes,
      PodNetwork network,
      boolean userNamespaces,
      Statistics statistics,
      StreamingServer streaming) {
    ContainerViews views = new ContainerViews();
    this.node = new NodeCalls(runtimes, network, userNamespaces);
    this.sandboxes = new SandboxCalls(pods, views);
    this.containers = new ContainerCalls(pods, views);
    this.stats = new StatsCalls(pods, statistics);
    this.events = new EventCalls(pods, sandboxes, views);
    this.streams = new StreamCalls(pods, containers, streaming);
  }

  @Override
  public void version(VersionRequest request, StreamObserver<VersionResponse> caller) {
    CriAnswers.to(caller, () -> node.version());
  }

  @Override
  public void runPodSandbox(
      RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.run(request));
  }

  @Override
  public void stopPodSandbox(
      StopPodSandboxRequest request, StreamObserver<StopPodSandboxResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.stop(request));
  }

  @Override
  public void removePodSandbox(
      RemovePodSandboxRequest request, StreamObserver<RemovePodSandboxResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.remove(request));
  }

  @Override
  public void podSandboxStatus(
      PodSandboxStatusRequest request, StreamObserver<PodSandboxStatusResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.status(request));
  }

  @Override
  public void listPodSandbox(
      ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.list(request));
  }

  @Override
  public void updatePodSandboxResources(
      UpdatePodSandboxResourcesRequest request,
      StreamObserver<UpdatePodSandboxResourcesResponse> caller) {
    CriAnswers.to(caller, () -> sandboxes.update(request));
  }

  @Override
  public void createContainer(
      CreateContainerRequest request, StreamObserver<CreateContainerResponse> caller) {
    CriAnswers.to(caller, () -> containers.create(request));
  }

  @Override
  public void startContainer(
      StartContainerRequest request, StreamObserver<StartContainerResponse> caller) {
    CriAnswers.to(caller, () -> containers.start(request));
  }

  @Override
  public void stopContainer(
      StopContainerRequest request, StreamObserver<StopContainerResponse> caller) {
    CriAnswers.to(caller, () -> containers.stop(request));
  }

  @Override
  public void removeContainer(
      RemoveContainerRequest request, StreamObserver<RemoveContainerResponse> caller) {
    CriAnswers.to(caller, () -> containers.remove(request));
  }

  @Override
  public void listContainers(
      ListContainersRequest request, StreamObserver<ListContainersResponse> caller) {
    CriAnswers.to(caller, () -> containers.list(request));
  }

  @Override
  public void containerStatus(
      ContainerStatusRequest request, StreamObserver<ContainerStatusResponse> caller) {
    CriAnswers.to(caller, () -> containers.status(request));
  }

  @Override
  public void updateContainerResources(
      UpdateContainerResourcesRequest request,
      StreamObserver<UpdateContainerResourcesResponse> caller) {
    CriAnswers.to(caller, () -> containers.update(request));
  }

  @Override
  public void reopenContainerLog(
      ReopenContainerLogRequest request, StreamObserver<ReopenContainerLogResponse> caller) {
    CriAnswers.to(caller, () -> containers.reopen(request));
  }

  @Override
  public void execSync(ExecSyncRequest request, StreamObserver<ExecSyncResponse> caller) {
    CriAnswers.to(caller, () -> containers.exec(request));
  }

  @Override
  public void exec(ExecRequest request, StreamObserver<ExecResponse> caller) {
    CriAnswers.to(caller, () -> streams.exec(request));
  }

  @Override
  public void attach(AttachRequest request, StreamObserver<AttachResponse> caller) {
    CriAnswers.to(caller, () -> streams.attach(request));
  }

  @Override
  public void portForward(PortForwardRequest request, StreamObserver<PortForwardResponse> caller) {
    CriAnswers.to(caller, () -> streams.portForward(request));
  }

  @Override
  public void containerStats(
      ContainerStatsRequest request, StreamObserver<ContainerStatsResponse> caller) {
    CriAnswers.to(caller, () -> stats.container(request));
  }

  @Override
  public void listContainerStats(
      ListContainerStatsRequest request, StreamObserver<ListContainerStatsResponse> caller) {
    CriAnswers.to(caller, () -> stats.containers(request));
  }

  @Override
  public void podSandboxStats(
      PodSandboxStatsRequest request, StreamObserver<PodSandboxStatsResponse> caller) {
    CriAnswers.to(caller, () -> stats.sandbox(request));
  }

  @Override
  public void listPodSandboxStats(
      ListPodSandboxStatsRequest request, StreamObserver<ListPodSandboxStatsResponse> caller) {
    CriAnswers.to(caller, () -> stats.sandboxes(request));
  }

  @Override
  public void listPodSandboxMetrics(
      ListPodSandboxMetricsRequest request, StreamObserver<ListPodSandboxMetricsResponse> caller) {
    CriAnswers.to(caller, () -> stats.metrics());
  }

  @Override
  public void updateRuntimeConfig(
      UpdateRuntimeConfigRequest request, StreamObserver<UpdateRuntimeConfigResponse> caller) {
    CriAnswers.to(caller, () -> node.update(request));
  }

  @Override
  public void status(StatusRequest request, StreamObserver<StatusResponse> caller) {
    CriAnswers.to(caller, () -> node.status(request));
  }

  @Override
  public void runtimeConfig(
      RuntimeConfigRequest request, StreamObserver<RuntimeConfigResponse> caller) {
    CriAnswers.to(caller, () -> node.configuration());
  }

  @Override
  public void listMetricDescriptors(
      ListMetricDescriptorsRequest request, StreamObserver<ListMetricDescriptorsResponse> caller) {
    CriAnswers.to(
        caller,
        () ->
            ListMetricDescriptorsResponse.newBuilder()
                .addAllDescriptors(SandboxMetrics.descriptors())
                .build());
  }

  @Override
  public void checkpointContainer(
      CheckpointContainerRequest request, StreamObserver<CheckpointContainerResponse> caller) {
    CriAnswers.to(
        caller,
        () -> {
          throw new Refused(Refused.Kind.UNSUPPORTED, "checkpoints are not supported");
        });
  }

  @Override
  public void getContainerEvents(
      GetEventsRequest request, StreamObserver<ContainerEventResponse> caller) {
    events.follow((ServerCallStreamObserver<ContainerEventResponse>) caller);
  }
}
