package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pods of manifests on the node's disk, and their pictures in the API. */
@ExtendWith(OnContainerd.class)
class StaticPodStoriesTest {
  private static final String SHOWN = "fixed-node-a";

  private final Stories pods;
  private final Kubectl kubectl;

  StaticPodStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void aManifestRunsIsShownChangesAndGoes() throws Exception {
    Path folder = pods.cluster().manifests();
    Files.writeString(folder.resolve("broken.yaml"), "kind: [");
    write("first");
    kubectl.await("pod " + SHOWN, "{.status.phase}", "Running"::equals);
    assertThat(
            kubectl.get(
                "pod " + SHOWN,
                "{.metadata.annotations.kubernetes\\.io/config\\.source}"
                    + " {.metadata.ownerReferences[0].kind} {.spec.nodeName}"))
        .isEqualTo("file Node node-a");
    assertThat(pods.log(SHOWN)).isEqualTo("first");
    String container = kubectl.get("pod " + SHOWN, "{.status.containerStatuses[0].containerID}");

    String picture = kubectl.get("pod " + SHOWN, "{.metadata.uid}");
    kubectl.run("delete", "pod", SHOWN, "--wait=false").ok();
    kubectl.await(
        "pod " + SHOWN,
        "{.metadata.uid} {.status.containerStatuses[0].containerID}",
        now -> !now.startsWith(picture) && now.endsWith(container));

    write("second");
    Await.until("the log", () -> kubectl.run("logs", SHOWN).out().strip(), "second"::equals);

    Files.delete(folder.resolve("fixed.yaml"));
    Files.delete(folder.resolve("broken.yaml"));
    kubectl.awaitGone(SHOWN);
  }

  private void write(String word) throws Exception {
    Path aside = pods.directory().resolve("fixed.yaml");
    Files.writeString(
        aside,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: fixed}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
          - {name: main, image: "muster.test/tools:1", command: [sh, -c, "echo %s; exec sleep 1000"]}
        """
            .formatted(word));
    Files.move(
        aside,
        pods.cluster().manifests().resolve("fixed.yaml"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
