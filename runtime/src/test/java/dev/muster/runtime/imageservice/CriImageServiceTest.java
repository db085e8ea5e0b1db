package dev.muster.runtime.imageservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.ImageFilter;
import dev.muster.cri.v1.ImageFsInfoRequest;
import dev.muster.cri.v1.ImageServiceGrpc;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.cri.v1.ListImagesRequest;
import dev.muster.cri.v1.PullImageRequest;
import dev.muster.cri.v1.RemoveImageRequest;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageReference;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.Layer;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.images.RegistrySettings;
import dev.muster.testing.images.DockerRegistry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What critest asks of images, against Debian's registry with a password. */
class CriImageServiceTest {
  @TempDir static Path temporary;

  @SuppressWarnings("NullAway.Init")
  private static DockerRegistry registry;

  @SuppressWarnings("NullAway.Init")
  private static ImageStore store;

  @SuppressWarnings("NullAway.Init")
  private static ImagePuller puller;

  @SuppressWarnings("NullAway.Init")
  private static CriServer server;

  @SuppressWarnings("NullAway.Init")
  private static CriClient client;

  @SuppressWarnings("NullAway.Init")
  private static ImageServiceGrpc.ImageServiceBlockingStub images;

  private static final AuthConfig AUTH =
      AuthConfig.newBuilder().setUsername("alice").setPassword("secret").build();

  @BeforeAll
  static void start() throws Exception {
    registry = DockerRegistry.start(Files.createDirectory(temporary.resolve("registry")));
    ImageStore source = ImageStore.open(temporary.resolve("source"));
    push(source, HostTools.build(source), "tools", "1", "2");
    push(
        source, HostTools.build(source, ImageReference.parse("x:1"), "1000:50000"), "numeric", "1");
    store = ImageStore.open(temporary.resolve("store"));
    puller = new ImagePuller(store, RegistrySettings.DEFAULT.withInsecure(Set.of(registry.host())));
    Path socket = temporary.resolve("cri.sock");
    server =
        CriServer.start(
            socket, List.of(new CriImageService(store, new OverlaySnapshots(store), puller)));
    client = CriClient.connect(socket);
    images = client.images(java.time.Duration.ofMinutes(2));
  }

  /** As any client does: its content, then its manifest. */
  private static void push(
      ImageStore from, dev.muster.runtime.images.Image image, String repository, String... tags)
      throws Exception {
    for (Layer each : image.layers()) {
      registry.pushBlob(repository, each.blob().text(), from.layer(each).readAllBytes());
    }
    registry.pushBlob(repository, image.id().text(), from.configuration(image));
    for (String tag : tags) {
      registry.pushManifest(repository, tag, from.manifest(image));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    server.close();
    puller.close();
    registry.close();
  }

  @Test
  void oneImageWithTwoTagsIsListedOnceAndRemovedWhole() throws Exception {
    String ref = pull(registry.name("tools:1"));
    assertThat(pull(registry.name("tools:2"))).isEqualTo(ref);
    Image image =
        images
            .listImages(
                ListImagesRequest.newBuilder()
                    .setFilter(ImageFilter.newBuilder().setImage(spec(registry.name("tools:2"))))
                    .build())
            .getImages(0);
    assertThat(image.getId()).isEqualTo(ref);
    assertThat(image.getRepoTagsList())
        .containsExactly(registry.name("tools:1"), registry.name("tools:2"));
    assertThat(image.getRepoDigestsList()).hasSize(1);
    assertThat(image.getSize()).isPositive();
    assertThat(image.getUsername()).isEqualTo("alice");
    assertThat(image.hasUid()).isFalse();

    String digest = image.getRepoDigests(0);
    assertThat(status(digest).getId()).isEqualTo(ref);
    assertThat(status(ref.substring(7, 19)).getId()).isEqualTo(ref);
    assertThat(pull(digest)).isEqualTo(ref);

    remove(registry.name("tools:1"));
    assertThat(images.imageStatus(request(registry.name("tools:2"))).hasImage()).isFalse();
    remove(registry.name("tools:1"));
  }

  @Test
  void anImagePulledByItsDigestHasNoTagAndIsRemovedByMany() throws Exception {
    pull(registry.name("tools:1"));
    String digest = status(registry.name("tools:1")).getRepoDigests(0);
    remove(registry.name("tools:1"));
    String id = pull(digest);
    Image image = status(digest);
    assertThat(image.getRepoTagsList()).isEmpty();
    assertThat(image.getRepoDigestsList()).containsExactly(digest);
    assertThat(status(id)).isEqualTo(image);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> found = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        found.add(
            callers.submit(
                () -> {
                  remove(id);
                  return images.imageStatus(request(id)).hasImage();
                }));
      }
      for (Future<Boolean> each : found) {
        assertThat(each.get()).isFalse();
      }
    }
    remove("0".repeat(64));
  }

  @Test
  void aNumericUserIsAUid() throws Exception {
    pull(registry.name("numeric:1"));
    assertThat(status(registry.name("numeric:1")).getUid().getValue()).isEqualTo(1000);
    assertThat(status(registry.name("numeric:1")).getUsername()).isEmpty();
    assertThat(
            images
                .imageFsInfo(ImageFsInfoRequest.getDefaultInstance())
                .getImageFilesystems(0)
                .getUsedBytes()
                .getValue())
        .isPositive();
    remove(registry.name("numeric:1"));
  }

  @Test
  void aWrongPasswordIsRefusedAndNotRepeated() {
    assertThatThrownBy(
            () ->
                images.pullImage(
                    PullImageRequest.newBuilder()
                        .setImage(spec(registry.name("tools:1")))
                        .setAuth(AUTH.toBuilder().setPassword("hunter2"))
                        .build()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("does not accept the credentials")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void badRequestsHaveTheirCodes() {
    assertCode(Status.Code.INVALID_ARGUMENT, () -> images.imageStatus(request("")));
    assertCode(Status.Code.INVALID_ARGUMENT, () -> pull("UPPER/case:1"));
    assertCode(Status.Code.INVALID_ARGUMENT, () -> pull("x".repeat(5000)));
    assertCode(Status.Code.NOT_FOUND, () -> pull(registry.name("tools:none")));
    assertCode(
        Status.Code.INVALID_ARGUMENT,
        () ->
            images.pullImage(
                PullImageRequest.newBuilder()
                    .setImage(spec(registry.name("tools:1")))
                    .setAuth(AuthConfig.newBuilder().setAuth("!"))
                    .build()));
  }

  private static void assertCode(
      Status.Code code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).as(e.getMessage()).isEqualTo(code));
  }

  private static String pull(String name) {
    return images
        .pullImage(PullImageRequest.newBuilder().setImage(spec(name)).setAuth(AUTH).build())
        .getImageRef();
  }

  private static Image status(String name) {
    return images.imageStatus(request(name)).getImage();
  }

  private static ImageStatusRequest request(String name) {
    return ImageStatusRequest.newBuilder().setImage(spec(name)).build();
  }

  private static void remove(String name) {
    var unused = images.removeImage(RemoveImageRequest.newBuilder().setImage(spec(name)).build());
  }

  private static ImageSpec spec(String name) {
    return ImageSpec.newBuilder().setImage(name).build();
  }
}
