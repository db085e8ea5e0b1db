package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.CriClient;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ImageFsInfoRequest;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.cri.v1.ListImagesRequest;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.RemoveImageRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.linux.MountTable;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImageStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One socket serves images and the containers that are made of them. */
class RuntimeServerTest {
  @TempDir Path directory;

  private RuntimeServer start() throws Exception {
    return RuntimeServer.start(
        RuntimeOptions.in(directory.resolve("runtime")),
        ImageStore.open(directory.resolve("images")),
        directory.resolve("cri.sock"));
  }

  @Test
  void aContainerRunsFromAnImageOfTheSameSocketAndOutlivesTheServer() throws Exception {
    HostTools.build(ImageStore.open(directory.resolve("images")));
    String sandbox;
    String container;
    try (RuntimeServer server = start();
        CriClient client = CriClient.connect(server.socket())) {
      String image =
          client
              .images()
              .imageStatus(ImageStatusRequest.newBuilder().setImage(spec(HostTools.NAME)).build())
              .getImage()
              .getId();
      assertThat(image).startsWith("sha256:");
      sandbox = sandbox(client);
      container = container(client, sandbox, image);
    }
    try (RuntimeServer server = start();
        CriClient client = CriClient.connect(server.socket())) {
      assertThat(
              client
                  .runtime()
                  .containerStatus(
                      ContainerStatusRequest.newBuilder().setContainerId(container).build())
                  .getStatus()
                  .getState())
          .isEqualTo(ContainerState.CONTAINER_RUNNING);
      assertThat(
              client
                  .runtime()
                  .execSync(
                      ExecSyncRequest.newBuilder()
                          .setContainerId(container)
                          .addCmd("id")
                          .setTimeout(20)
                          .build())
                  .getStdout()
                  .toStringUtf8())
          .isEqualTo("uid=1000(alice) gid=1000(alice) groups=1000(alice),50000(group-in-image)\n");
      assertThat(
              client
                  .images()
                  .imageFsInfo(ImageFsInfoRequest.getDefaultInstance())
                  .getImageFilesystems(0)
                  .getUsedBytes()
                  .getValue())
          .isPositive();
      client
          .images()
          .removeImage(RemoveImageRequest.newBuilder().setImage(spec(HostTools.NAME)).build());
      assertThat(client.images().listImages(ListImagesRequest.getDefaultInstance()).getImagesList())
          .isEmpty();
      client
          .runtime()
          .removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
    }
    assertThat(MountTable.atOrBelow(directory)).isEmpty();
  }

  @Test
  void aDirectoryHasOneRuntimeAtATime() throws Exception {
    try (RuntimeServer server = start()) {
      assertThat(server.socket()).exists();
      assertThatThrownBy(this::start)
          .hasMessage(
              "another runtime uses the images in \"%s\": stop it first",
              directory.resolve("images"));
      assertThatThrownBy(
              () ->
                  RuntimeServer.start(
                      RuntimeOptions.in(directory.resolve("runtime")),
                      ImageStore.open(directory.resolve("others")),
                      directory.resolve("other.sock")))
          .hasMessage(
              "another runtime uses the containers in \"%s\": stop it first",
              directory.resolve("runtime"));
    }
    start().close();
  }

  private static ImageSpec spec(String name) {
    return ImageSpec.newBuilder().setImage(name).build();
  }

  private static String sandbox(CriClient client) {
    return client
        .runtime()
        .runPodSandbox(RunPodSandboxRequest.newBuilder().setConfig(pod()).build())
        .getPodSandboxId();
  }

  private static PodSandboxConfig pod() {
    return PodSandboxConfig.newBuilder()
        .setMetadata(
            PodSandboxMetadata.newBuilder().setName("p").setNamespace("default").setUid("u"))
        .build();
  }

  private static String container(CriClient client, String sandbox, String image) {
    String id =
        client
            .runtime()
            .createContainer(
                CreateContainerRequest.newBuilder()
                    .setPodSandboxId(sandbox)
                    .setSandboxConfig(pod())
                    .setConfig(
                        ContainerConfig.newBuilder()
                            .setMetadata(ContainerMetadata.newBuilder().setName("c"))
                            .setImage(spec(image))
                            .addCommand("sleep")
                            .addCommand("1000"))
                    .build())
            .getContainerId();
    client.runtime().startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
    return id;
  }
}
