package dev.muster.runtime.imageservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.cri.v1.ImageFilter;
import dev.muster.cri.v1.ImageServiceGrpc.ImageServiceBlockingStub;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.cri.v1.ListImagesRequest;
import dev.muster.cri.v1.PullImageRequest;
import dev.muster.cri.v1.RemoveImageRequest;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.images.RegistrySettings;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests about images that cannot be: each has the right code, and none leaves a file behind. */
class BadImageInputTest {
  private static final String HUGE = "x".repeat(100_000);
  private static final String SECRET = "hunter2";

  /** Nothing listens there. */
  private static final String NOWHERE = "127.0.0.1:1/a:1";

  private static final List<String> HOSTILE =
      List.of(
          HUGE,
          "../../etc/passwd",
          "/etc/passwd",
          "UPPER/Case",
          "a:b:c",
          "a b",
          "a\nb",
          "a\0b",
          "a@",
          "a@sha256:",
          "a@sha256:zz",
          "a@md5:d41d8cd98f00b204e9800998ecf8427e",
          "http://registry.example/a:1",
          "user:" + SECRET + "@registry.example/a:1",
          "registry.example:99999999/a",
          "a:" + "t".repeat(200),
          "a/" + "b/".repeat(400) + "c");

  @TempDir static Path temporary;

  @SuppressWarnings("NullAway.Init")
  private static ImagePuller puller;

  @SuppressWarnings("NullAway.Init")
  private static CriServer server;

  @SuppressWarnings("NullAway.Init")
  private static CriClient client;

  private record Bad(Code code, Consumer<ImageServiceBlockingStub> call) {}

  @BeforeAll
  static void start() throws Exception {
    ImageStore store = ImageStore.open(temporary.resolve("store"));
    puller = new ImagePuller(store, RegistrySettings.DEFAULT);
    server =
        CriServer.start(
            temporary.resolve("cri.sock"),
            List.of(new CriImageService(store, new OverlaySnapshots(store), puller)));
    client = CriClient.connect(server.socket());
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    server.close();
    puller.close();
  }

  @Test
  void whatCannotBePulledIsRefusedAndLeavesNothing() throws Exception {
    Map<String, Bad> all = new LinkedHashMap<>();
    all.put("no image", pull(Code.INVALID_ARGUMENT, "", AuthConfig.getDefaultInstance()));
    for (String each : HOSTILE) {
      all.put(
          "pull " + each.substring(0, Math.min(60, each.length())),
          pull(Code.INVALID_ARGUMENT, each, AuthConfig.getDefaultInstance()));
    }
    all.put("nobody listens", pull(Code.UNKNOWN, NOWHERE, AuthConfig.getDefaultInstance()));
    auth(all, "auth is no base64", AuthConfig.newBuilder().setAuth("~~~" + SECRET));
    auth(all, "auth without a colon", AuthConfig.newBuilder().setAuth("aHVudGVyMg=="));
    auth(
        all, "line feed in a token", AuthConfig.newBuilder().setRegistryToken(SECRET + "\r\nX: y"));
    auth(all, "NUL in a token", AuthConfig.newBuilder().setIdentityToken(SECRET + "\0"));
    auth(all, "huge token", AuthConfig.newBuilder().setRegistryToken(HUGE));
    refused(all);
  }

  @Test
  void aNameIsRequired() throws Exception {
    refused(
        Map.of(
            "status",
            new Bad(
                Code.INVALID_ARGUMENT,
                images -> images.imageStatus(ImageStatusRequest.getDefaultInstance())),
            "remove",
            new Bad(
                Code.INVALID_ARGUMENT,
                images -> images.removeImage(RemoveImageRequest.getDefaultInstance()))));
  }

  /** A kubelet takes an error for a broken runtime: that there is no such image is no error. */
  @Test
  void whatHasNoSuchNameIsNotThere() throws Exception {
    List<String> before = files();
    ImageServiceBlockingStub images = client.images();
    for (String each : HOSTILE) {
      ImageSpec image = ImageSpec.newBuilder().setImage(each).build();
      assertThat(
              images
                  .imageStatus(
                      ImageStatusRequest.newBuilder().setImage(image).setVerbose(true).build())
                  .hasImage())
          .isFalse();
      assertThat(
              images
                  .listImages(
                      ListImagesRequest.newBuilder()
                          .setFilter(ImageFilter.newBuilder().setImage(image))
                          .build())
                  .getImagesList())
          .isEmpty();
      images.removeImage(RemoveImageRequest.newBuilder().setImage(image).build());
    }
    assertThat(files()).isEqualTo(before);
  }

  private static void auth(Map<String, Bad> all, String name, AuthConfig.Builder auth) {
    all.put(name, pull(Code.INVALID_ARGUMENT, NOWHERE, auth.build()));
  }

  private static Bad pull(Code code, String image, AuthConfig auth) {
    PullImageRequest request =
        PullImageRequest.newBuilder()
            .setImage(ImageSpec.newBuilder().setImage(image))
            .setAuth(auth)
            .build();
    return new Bad(code, images -> images.pullImage(request));
  }

  private static void refused(Map<String, Bad> all) throws Exception {
    List<String> before = files();
    Map<String, String> wrong = new LinkedHashMap<>();
    all.forEach(
        (name, bad) -> {
          String got = "OK";
          try {
            bad.call().accept(client.images());
          } catch (StatusRuntimeException e) {
            got = e.getStatus().getCode() + ": " + e.getStatus().getDescription();
          }
          if (!got.startsWith(bad.code() + ": ") || got.length() > 2_000) {
            wrong.put(name, got);
          }
          if (!name.startsWith("pull ") && got.contains(SECRET)) {
            wrong.put(name + " tells a secret", got);
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private static List<String> files() throws Exception {
    try (Stream<Path> found = Files.walk(temporary)) {
      return found.map(Path::toString).filter(each -> !each.endsWith(".lock")).sorted().toList();
    }
  }
}
