package dev.muster.node.runtime;

import dev.muster.cri.CriClient;
import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.ContainerFilter;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.GetEventsRequest;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.ImageFsInfoRequest;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.cri.v1.ImageStatusResponse;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.cri.v1.ListContainerStatsRequest;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.ListImagesRequest;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.ListPodSandboxStatsRequest;
import dev.muster.cri.v1.MemoryUsage;
import dev.muster.cri.v1.PodSandbox;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxFilter;
import dev.muster.cri.v1.PodSandboxStats;
import dev.muster.cri.v1.PodSandboxStatus;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.cri.v1.PullImageRequest;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemoveImageRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.StatusResponse;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.cri.v1.UInt64Value;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.VersionRequest;
import dev.muster.cri.v1.VersionResponse;
import dev.muster.model.codec.Seconds;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Calls to the runtime, with kubelet's deadlines. */
public final class RuntimeCalls {
  private static final Duration SANDBOX = Duration.ofMinutes(4);
  private static final Duration PULL = Duration.ofMinutes(30);
  private static final Duration USUAL = Duration.ofMinutes(2);

  private final CriClient cri;

  public RuntimeCalls(CriClient cri) {
    this.cri = cri;
  }

  /** A problem of a call is the caller's to handle. */
  private static <T> T call(Supplier<T> call) throws RuntimeProblem {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      throw RuntimeProblem.of(e);
    }
  }

  public VersionResponse version() throws RuntimeProblem {
    VersionRequest request = VersionRequest.newBuilder().setVersion("0.1.0").build();
    return call(() -> cri.runtime(Duration.ofSeconds(10)).version(request));
  }

  public StatusResponse status() throws RuntimeProblem {
    return call(
        () -> cri.runtime(Duration.ofSeconds(10)).status(StatusRequest.getDefaultInstance()));
  }

  public List<PodSandbox> sandboxes(String podUid) throws RuntimeProblem {
    PodSandboxFilter.Builder filter = PodSandboxFilter.newBuilder();
    if (!podUid.isEmpty()) {
      filter.putLabelSelector(CriLabels.POD_UID, podUid);
    }
    ListPodSandboxRequest request = ListPodSandboxRequest.newBuilder().setFilter(filter).build();
    return call(() -> cri.runtime().listPodSandbox(request).getItemsList());
  }

  public List<Container> containers(String podUid) throws RuntimeProblem {
    ContainerFilter.Builder filter = ContainerFilter.newBuilder();
    if (!podUid.isEmpty()) {
      filter.putLabelSelector(CriLabels.POD_UID, podUid);
    }
    ListContainersRequest request = ListContainersRequest.newBuilder().setFilter(filter).build();
    return call(() -> cri.runtime().listContainers(request).getContainersList());
  }

  public PodSandboxStatus sandboxStatus(String id) throws RuntimeProblem {
    PodSandboxStatusRequest request =
        PodSandboxStatusRequest.newBuilder().setPodSandboxId(id).build();
    return call(() -> cri.runtime().podSandboxStatus(request).getStatus());
  }

  public ContainerStatus containerStatus(String id) throws RuntimeProblem {
    ContainerStatusRequest request = ContainerStatusRequest.newBuilder().setContainerId(id).build();
    return call(() -> cri.runtime().containerStatus(request).getStatus());
  }

  /** With what the runtime adds for people, such as the process id. */
  public Map<String, String> containerInfo(String id) throws RuntimeProblem {
    ContainerStatusRequest request =
        ContainerStatusRequest.newBuilder().setContainerId(id).setVerbose(true).build();
    return call(() -> cri.runtime().containerStatus(request).getInfoMap());
  }

  public String runSandbox(PodSandboxConfig config, String handler) throws RuntimeProblem {
    RunPodSandboxRequest request =
        RunPodSandboxRequest.newBuilder().setConfig(config).setRuntimeHandler(handler).build();
    return call(() -> cri.runtime(SANDBOX).runPodSandbox(request).getPodSandboxId());
  }

  public void stopSandbox(String id) throws RuntimeProblem {
    StopPodSandboxRequest request = StopPodSandboxRequest.newBuilder().setPodSandboxId(id).build();
    call(() -> cri.runtime(SANDBOX).stopPodSandbox(request));
  }

  public void removeSandbox(String id) throws RuntimeProblem {
    RemovePodSandboxRequest request =
        RemovePodSandboxRequest.newBuilder().setPodSandboxId(id).build();
    call(() -> cri.runtime().removePodSandbox(request));
  }

  public String createContainer(String sandbox, ContainerConfig config, PodSandboxConfig in)
      throws RuntimeProblem {
    CreateContainerRequest request =
        CreateContainerRequest.newBuilder()
            .setPodSandboxId(sandbox)
            .setConfig(config)
            .setSandboxConfig(in)
            .build();
    return call(() -> cri.runtime().createContainer(request).getContainerId());
  }

  public void startContainer(String id) throws RuntimeProblem {
    StartContainerRequest request = StartContainerRequest.newBuilder().setContainerId(id).build();
    call(() -> cri.runtime().startContainer(request));
  }

  /** Returns once the container has ended: by itself, or killed after the grace period. */
  public void stopContainer(String id, long graceSeconds) throws RuntimeProblem {
    StopContainerRequest request =
        StopContainerRequest.newBuilder().setContainerId(id).setTimeout(graceSeconds).build();
    call(() -> cri.runtime(USUAL.plus(Seconds.of(graceSeconds))).stopContainer(request));
  }

  public void removeContainer(String id) throws RuntimeProblem {
    RemoveContainerRequest request = RemoveContainerRequest.newBuilder().setContainerId(id).build();
    call(() -> cri.runtime().removeContainer(request));
  }

  /** Changes what a running container may use; what is 0 stays as it is. */
  public void updateResources(String id, LinuxContainerResources resources) throws RuntimeProblem {
    UpdateContainerResourcesRequest request =
        UpdateContainerResourcesRequest.newBuilder().setContainerId(id).setLinux(resources).build();
    call(() -> cri.runtime().updateContainerResources(request));
  }

  /** Bytes that a container's cgroup has charged; empty if the runtime does not tell. */
  public Optional<Long> memoryUsage(String id) throws RuntimeProblem {
    ContainerStatsRequest request = ContainerStatsRequest.newBuilder().setContainerId(id).build();
    MemoryUsage memory = call(() -> cri.runtime().containerStats(request).getStats().getMemory());
    UInt64Value usage =
        memory.hasUsageBytes() ? memory.getUsageBytes() : memory.getWorkingSetBytes();
    return memory.hasUsageBytes() || memory.hasWorkingSetBytes()
        ? Optional.of(usage.getValue())
        : Optional.empty();
  }

  /** Has a container's log written to a new file of the same name. */
  public void reopenLog(String id) throws RuntimeProblem {
    ReopenContainerLogRequest request =
        ReopenContainerLogRequest.newBuilder().setContainerId(id).build();
    call(() -> cri.runtime().reopenContainerLog(request));
  }

  public ExecSyncResponse exec(String id, List<String> command, Duration timeout)
      throws RuntimeProblem {
    ExecSyncRequest request =
        ExecSyncRequest.newBuilder()
            .setContainerId(id)
            .addAllCmd(command)
            .setTimeout(timeout.toSeconds())
            .build();
    return call(() -> cri.runtime(timeout.plusSeconds(10)).execSync(request));
  }

  /** Where to connect to for a command with streams. */
  public String execUrl(ExecRequest request) throws RuntimeProblem {
    return call(() -> cri.runtime().exec(request).getUrl());
  }

  public String attachUrl(AttachRequest request) throws RuntimeProblem {
    return call(() -> cri.runtime().attach(request).getUrl());
  }

  public String portForwardUrl(PortForwardRequest request) throws RuntimeProblem {
    return call(() -> cri.runtime().portForward(request).getUrl());
  }

  public List<Image> images() throws RuntimeProblem {
    return call(
        () -> cri.images().listImages(ListImagesRequest.getDefaultInstance()).getImagesList());
  }

  public void removeImage(String id) throws RuntimeProblem {
    RemoveImageRequest request =
        RemoveImageRequest.newBuilder().setImage(ImageSpec.newBuilder().setImage(id)).build();
    call(() -> cri.images().removeImage(request));
  }

  /** What all running containers use. */
  public List<ContainerStats> containerStats() throws RuntimeProblem {
    return call(
        () ->
            cri.runtime()
                .listContainerStats(ListContainerStatsRequest.getDefaultInstance())
                .getStatsList());
  }

  /** What all sandboxes use. */
  public List<PodSandboxStats> sandboxStats() throws RuntimeProblem {
    return call(
        () ->
            cri.runtime()
                .listPodSandboxStats(ListPodSandboxStatsRequest.getDefaultInstance())
                .getStatsList());
  }

  /** Directories on the disks that images are on. */
  public List<String> imageDirectories() throws RuntimeProblem {
    return call(
        () ->
            cri
                .images()
                .imageFsInfo(ImageFsInfoRequest.getDefaultInstance())
                .getImageFilesystemsList()
                .stream()
                .map(each -> each.getFsId().getMountpoint())
                .toList());
  }

  /** The image of this name, if it is on this machine. */
  public Optional<Image> image(String name) throws RuntimeProblem {
    ImageStatusRequest request =
        ImageStatusRequest.newBuilder().setImage(ImageSpec.newBuilder().setImage(name)).build();
    ImageStatusResponse response = call(() -> cri.images().imageStatus(request));
    return response.hasImage() ? Optional.of(response.getImage()) : Optional.empty();
  }

  public String pull(String name, Optional<AuthConfig> auth, PodSandboxConfig in)
      throws RuntimeProblem {
    PullImageRequest.Builder request =
        PullImageRequest.newBuilder()
            .setImage(ImageSpec.newBuilder().setImage(name))
            .setSandboxConfig(in);
    auth.ifPresent(request::setAuth);
    return call(() -> cri.images(PULL).pullImage(request.build()).getImageRef());
  }

  /** Events for as long as the iterator is asked; unimplemented by older runtimes. */
  Iterator<ContainerEventResponse> events() throws RuntimeProblem {
    return call(
        () ->
            cri.runtimeWithoutDeadline().getContainerEvents(GetEventsRequest.getDefaultInstance()));
  }
}
