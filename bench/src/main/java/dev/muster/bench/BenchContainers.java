package dev.muster.bench;

import dev.muster.cri.CriClient;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStateValue;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.VersionRequest;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** One sandbox of a CRI runtime, and sleeping containers in it. Closing it removes all of them. */
final class BenchContainers implements AutoCloseable {
  private static final int CALLS_BEFORE = 5_000;

  private final CriClient client;
  private final String image;
  private final PodSandboxConfig pod;
  private final String sandbox;
  private final AtomicInteger names = new AtomicInteger();

  BenchContainers(Path socket, String image, Path logs) {
    this.client = CriClient.connect(socket);
    this.image = image;
    warmUp();
    PodSandboxConfig.Builder config =
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder()
                    .setName("bench")
                    .setNamespace("default")
                    .setUid(UUID.randomUUID().toString()))
            .setLogDirectory(logs.toString());
    config.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(ownProcesses());
    this.pod = config.build();
    this.sandbox =
        client
            .runtime()
            .runPodSandbox(RunPodSandboxRequest.newBuilder().setConfig(pod).build())
            .getPodSandboxId();
  }

  /** Calls that do next to nothing, until both sides of the socket are compiled. */
  private void warmUp() {
    for (int i = 0; i < CALLS_BEFORE; i++) {
      var unused = client.runtime().version(VersionRequest.getDefaultInstance());
    }
  }

  /** Creates a container and starts it; its id. */
  String run() {
    String name = "c" + names.incrementAndGet();
    ContainerConfig.Builder config =
        ContainerConfig.newBuilder()
            .setMetadata(ContainerMetadata.newBuilder().setName(name))
            .setImage(ImageSpec.newBuilder().setImage(image))
            .setLogPath(name + ".log")
            .addCommand("sleep")
            .addCommand("100000");
    config.getLinuxBuilder().getSecurityContextBuilder().setNamespaceOptions(ownProcesses());
    String id =
        client
            .runtime()
            .createContainer(
                CreateContainerRequest.newBuilder()
                    .setPodSandboxId(sandbox)
                    .setConfig(config)
                    .setSandboxConfig(pod)
                    .build())
            .getContainerId();
    client.runtime().startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
    return id;
  }

  void remove(String id) {
    client
        .runtime()
        .removeContainer(RemoveContainerRequest.newBuilder().setContainerId(id).build());
  }

  /** How many the runtime says are running. */
  int running() {
    ListContainersRequest.Builder list = ListContainersRequest.newBuilder();
    list.getFilterBuilder()
        .setPodSandboxId(sandbox)
        .setState(
            ContainerStateValue.newBuilder().setState(ContainerState.CONTAINER_RUNNING).build());
    return client.runtime().listContainers(list.build()).getContainersCount();
  }

  @Override
  public void close() {
    client
        .runtime()
        .removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
    client.close();
  }

  private static NamespaceOption ownProcesses() {
    return NamespaceOption.newBuilder().setPid(NamespaceMode.CONTAINER).build();
  }
}
