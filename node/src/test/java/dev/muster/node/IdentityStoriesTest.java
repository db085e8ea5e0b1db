package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.Kubectl;
import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who a container's processes are. */
@ExtendWith(OnContainerd.class)
class IdentityStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  IdentityStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  /** The RunAsGroup proposal's rows, and KEP-3619's alice under Merge. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "both  | tools | runAsUser: 9999, runAsGroup: 9999 | 9999 9999 9999",
        "user  | tools | runAsUser: 9999                   | 9999 0 0",
        "group | tools | runAsGroup: 9999                  | 0 9999 9999",
        "none  | alice |                                   | 1000 1000 1000 50000",
        "merge | alice | runAsUser: 1000, runAsGroup: 1000, supplementalGroups: [60000] |"
            + " 1000 1000 1000 50000 60000"
      })
  void processesHaveTheIdsTheyWereGiven(
      String name, String image, @Nullable String context, String ids) {
    pods.run(
        "ids-" + name,
        """
        restartPolicy: Never
        securityContext: {%s}
        containers:
        - {name: main, image: "muster.test/%s:1", command: [sh, -c, "echo $(id -u) $(id -g) $(id -G)"]}
        """
            .formatted(context == null ? "" : context, image));
    kubectl.await("pod ids-" + name, "{.status.phase}", "Succeeded"::equals);
    assertThat(pods.log("ids-" + name)).isEqualTo(ids);
    pods.gone("ids-" + name);
  }

  /**
   * The image's group file has a gid that is not a number: containerd reads it as root's group, the
   * prediction leaves it out.
   */
  @Test
  void aProcessThatIsNotWhoItShouldBeIsTold() {
    pods.run("other", "containers: [{name: main, image: \"muster.test/odd:1\"}]");
    pods.runs("other");
    pods.awaitEvent(
        "other",
        "The process runs as uid=1000 gid=1000 groups=[0, 1000], predicted was uid=1000 gid=1000"
            + " groups=[1000]");
    assertThat(pods.cluster().agent().metrics())
        .contains("muster_node_identity_mismatches_total 1");
    assertThat(kubectl.run("describe", "pod", "other").ok()).contains("IdentityMismatch");
    pods.gone("other");
  }

  @Test
  void aRuntimeClassChoosesTheRuntimesHandler() {
    for (String handler : new String[] {"other", "nowhere"}) {
      kubectl.apply(
          """
          apiVersion: node.k8s.io/v1
          kind: RuntimeClass
          metadata: {name: class-%s}
          handler: %1$s
          """
              .formatted(handler));
      pods.run(
          "by-" + handler,
          """
          runtimeClassName: class-%s
          containers: [{name: main, image: "muster.test/tools:1"}]
          """
              .formatted(handler));
    }
    pods.runs("by-other");
    pods.awaitEvent("by-nowhere", "no runtime for \"nowhere\" is configured");
    pods.gone("by-other");
    pods.gone("by-nowhere");
  }

  /** Debian's containerd knows nothing of user namespaces: nothing runs with the host's ids. */
  @Test
  void aPodWithoutTheUserNamespaceItWantsDoesNotRun() {
    pods.run(
        "own-users",
        """
        hostUsers: false
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    pods.awaitEvent(
        "own-users",
        "Failed to create pod sandbox: can't set `spec.hostUsers: false`, runtime does not support"
            + " user namespaces: the handler \"\" is not known");
    assertThat(kubectl.run("describe", "pod", "own-users").ok()).contains("FailedCreatePodSandBox");
    assertThat(kubectl.get("pod own-users", "{.status.phase}")).isEqualTo("Pending");
    pods.gone("own-users");
  }
}
