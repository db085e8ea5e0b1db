package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.images.DockerRegistry;
import dev.muster.testing.images.ImageArchive;
import dev.muster.testing.images.Rootfs;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Images from a registry that wants to know who asks. */
@ExtendWith(OnContainerd.class)
class ImageStoriesTest {
  private static final String IF_NOT_PRESENT =
      """
      imagePullSecrets: [%s]
      containers: [{name: main, image: "%s", imagePullPolicy: IfNotPresent}]
      """;

  @TempDir static Path directory;

  private static DockerRegistry registry;
  private static String image;

  private final Stories pods;
  private final Kubectl kubectl;

  ImageStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @BeforeAll
  static void push(Stories pods) throws Exception {
    registry = DockerRegistry.start(directory);
    image =
        pods.containerd()
            .push(registry, pods.containerd().archive(), "muster.test/tools:1", "team/tools:1");
    secret(pods, "right", "secret");
    secret(pods, "wrong", "guess");
  }

  private static void secret(Stories pods, String name, String password) {
    pods.kubectl()
        .run(
            "create",
            "secret",
            "docker-registry",
            name,
            "--docker-server=" + registry.host(),
            "--docker-username=alice",
            "--docker-password=" + password)
        .ok();
  }

  @AfterAll
  static void stop() {
    registry.close();
  }

  @Test
  void whoHasNoSecretOrAWrongOneIsTurnedAway() {
    for (String secret : new String[] {"none", "wrong", "nowhere"}) {
      String name = "turned-away-with-" + secret;
      pods.run(
          name,
          """
          imagePullSecrets: [%s]
          containers: [{name: main, image: "%s", imagePullPolicy: Always}]
          """
              .formatted(secret.equals("none") ? "" : "{name: " + secret + "}", image));
      kubectl.await(
          "pod " + name,
          "{.status.containerStatuses[0].state.waiting.reason}",
          "ImagePullBackOff"::equals);
      assertThat(kubectl.get("pod " + name, "{.status.containerStatuses[0].state.waiting.message}"))
          .startsWith("Back-off pulling image \"" + image + "\": ErrImagePull: ")
          .contains("401 Unauthorized")
          .doesNotContain("guess");
      pods.awaitEvent(name, "Failed to pull image \"" + image + "\"");
      pods.awaitEvent(name, "Error: ErrImagePull");
      pods.gone(name);
    }
  }

  @Test
  void whoHasTheSecretGetsTheImage() {
    pods.run(
        "let-in",
        """
        imagePullSecrets: [{name: wrong}, {name: right}]
        containers: [{name: main, image: "%s", imagePullPolicy: Always}]
        """
            .formatted(image));
    pods.runs("let-in");
    pods.awaitEvent("let-in", "Successfully pulled image \"" + image + "\" in ");
    pods.gone("let-in");
  }

  /** What one tenant's secret brought to the node is not there for its neighbours. */
  @Test
  void anotherTenantHasToShowASecretOfItsOwn() throws Exception {
    ImageArchive images = new ImageArchive(directory);
    String secret =
        pods.containerd()
            .push(
                registry,
                images
                    .add(
                        "muster.test/private:1",
                        "2345",
                        images.layer(Rootfs.tools(directory.resolve("private"))))
                    .archive(directory.resolve("private.tar")),
                "muster.test/private:1",
                "team/private:1");
    pods.run("owner", IF_NOT_PRESENT.formatted("{name: right}", secret));
    pods.runs("owner");
    String id = pods.containerd().imageId(secret);
    secret(pods, "of-the-neighbour", "secret");
    pods.run("neighbour", IF_NOT_PRESENT.formatted("{name: of-the-neighbour}", secret));
    pods.runs("neighbour");
    pods.awaitEvent("neighbour", "already present on machine and can be accessed by the pod");

    for (String image : List.of(secret, id, id.replace("sha256:", ""))) {
      pods.run("stranger", IF_NOT_PRESENT.formatted("", image));
      kubectl.await(
          "pod stranger",
          "{.status.containerStatuses[0].state.waiting.reason}",
          List.of("ErrImagePull", "ImagePullBackOff")::contains);
      pods.gone("stranger");
      pods.run("stranger", IF_NOT_PRESENT.replace("IfNotPresent", "Never").formatted("", image));
      kubectl.await(
          "pod stranger",
          "{.status.containerStatuses[0].state.waiting.reason}",
          "ErrImageNeverPull"::equals);
      assertThat(
              kubectl.get("pod stranger", "{.status.containerStatuses[0].state.waiting.message}"))
          .isEqualTo("Container image \"" + image + "\" is not present with pull policy of Never");
      pods.gone("stranger");
    }
    pods.gone("owner");
    pods.gone("neighbour");
  }

  @Test
  void aServiceAccountBringsItsSecrets() {
    kubectl.run("create", "serviceaccount", "puller").ok();
    kubectl
        .run(
            "patch",
            "serviceaccount",
            "puller",
            "-p",
            "{\"imagePullSecrets\":[{\"name\":\"right\"}]}")
        .ok();
    pods.run(
        "for-account",
        """
        serviceAccountName: puller
        containers: [{name: main, image: "%s", imagePullPolicy: Always}]
        """
            .formatted(image));
    pods.runs("for-account");
    pods.gone("for-account");
  }

  @Test
  void anImageThatIsHereIsUsedAsItIs() {
    pods.run("here", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("here");
    pods.awaitEvent(
        "here",
        "Container image \"muster.test/tools:1\" already present on machine and can be accessed by"
            + " the pod");
    pods.gone("here");
  }

  @Test
  void aBrokenLayerIsNotRun() throws Exception {
    Path root = Files.createDirectory(directory.resolve("root"));
    Files.writeString(root.resolve("unique"), "only here: " + System.nanoTime());
    ImageArchive images = new ImageArchive(directory);
    ImageArchive.Layer layer = images.layer(root);
    String name =
        pods.containerd()
            .push(
                registry,
                images
                    .add("muster.test/spoilt:1", "", layer)
                    .archive(directory.resolve("spoilt.tar")),
                "muster.test/spoilt:1",
                "team/spoilt:1");
    registry.spoil(layer.digest());
    pods.run(
        "spoilt",
        """
        imagePullSecrets: [{name: right}]
        containers: [{name: main, image: "%s"}]
        """
            .formatted(name));
    kubectl.await(
        "pod spoilt",
        "{.status.containerStatuses[0].state.waiting.message}",
        message -> message.contains("ErrImagePull: ") && message.contains("digest"));
    pods.gone("spoilt");
  }

  @Test
  void aProgramThatIsNotInTheImageIsTold() {
    pods.run(
        "no-program",
        """
        restartPolicy: Never
        containers: [{name: main, image: "muster.test/tools:1", command: [/nowhere]}]
        """);
    kubectl.await("pod no-program", "{.status.phase}", "Failed"::equals);
    assertThat(
            kubectl.get(
                "pod no-program",
                "{.status.containerStatuses[0].state.terminated.reason}"
                    + " {.status.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo("StartError 128");
    pods.awaitEvent("no-program", "exec: \"/nowhere\": stat /nowhere: no such file or directory");
    pods.gone("no-program");
  }
}
