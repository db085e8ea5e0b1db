package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.muster.identity.EffectiveContext;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.identity.RuntimeTraits;
import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who a container's processes are. */
@ExtendWith(OnContainerd.class)
class IdentityStoriesTest {
  private static final String COLUMNS =
      "NAME READY STATUS RESTARTS AGE IP NODE NOMINATED NODE READINESS GATES";
  private static final String MISMATCH = " IDENTITY MISMATCH";
  private static final String OTHER =
      "main: uid=1000 gid=1000 groups=[0, 1000], predicted uid=1000 gid=1000 groups=[1000]";

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

  /** The group of the image's USER is lost on the way to other runtimes than our own. */
  @Test
  void thePredictionSaysWhatTheNodesRuntimeMakesOfTheImagesUser() throws Exception {
    Map<String, String> images =
        Map.of("uid-gid", "1000:2222", "name-group", "alice:group-in-image", "only-gid", ":2222");
    String version = kubectl.get("node node-a", "{.status.nodeInfo.containerRuntimeVersion}");
    ImageAccounts accounts = ImageAccounts.in(pods.directory().resolve("rootfs"));
    pods.run(
        "users",
        "containers:\n"
            + images.keySet().stream()
                .map("- {name: %1$s, image: \"muster.test/%1$s:1\"}\n"::formatted)
                .collect(Collectors.joining()));
    pods.runs("users");
    for (Map.Entry<String, String> each : images.entrySet()) {
      ProcessIdentity predicted =
          ProcessIdentity.resolve(
              EffectiveContext.of(null, null)
                  .request(RuntimeTraits.of(version).user(each.getValue())),
              accounts);
      String ids =
          kubectl
              .run("exec", "users", "-c", each.getKey(), "--", "sh", "-c", "echo $(id -u) $(id -G)")
              .ok()
              .strip();
      assertThat(ids)
          .as(each.getValue())
          .isEqualTo(
              predicted.uid().value()
                  + predicted.groupIds().stream()
                      .map(gid -> " " + gid)
                      .collect(Collectors.joining()));
    }
    assertThat(kubectl.get("pod users", "{.status.conditions[*].type}"))
        .doesNotContain("AsPredicted");
    pods.gone("users");
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
        .containsPattern("muster_node_identity_mismatches_total [1-9]");
    kubectl.await("pod other", "{.status.conditions[*].message}", all -> all.contains(OTHER));
    assertThat(kubectl.run("describe", "pod", "other").ok())
        .contains("IdentityMismatch")
        .containsPattern("identity.muster.dev/AsPredicted +False");
    pods.gone("other");
  }

  @Test
  void wideOutputShowsADifferenceAndOtherwiseKubernetesColumns() throws IOException {
    Process watch = kubectl.start("get", "pods", "-l", "story=wide", "-o", "wide", "--watch");
    try (BufferedReader shown = watch.inputReader()) {
      run("as-predicted", "tools");
      next(shown, line -> line.contains(" 1/1 "));
      run("somebody-else", "odd");
      assertThat(next(shown, line -> line.startsWith("NAME"))).endsWith(COLUMNS + MISMATCH);
      assertThat(next(shown, line -> true)).startsWith("somebody-else").endsWith(OTHER);
      kubectl.run("label", "pod", "as-predicted", "seen=again").ok();
      assertThat(next(shown, line -> line.startsWith("as-predicted"))).endsWith(" <none>");
    } finally {
      watch.destroy();
    }
    assertThat(wide("-l", "seen=again")).hasSize(2).first(STRING).endsWith(COLUMNS);
    assertThat(wide("-l", "story=wide"))
        .satisfiesExactly(
            header -> assertThat(header).endsWith(COLUMNS + MISMATCH),
            pod -> assertThat(pod).startsWith("as-predicted").endsWith(" <none>"),
            pod -> assertThat(pod).startsWith("somebody-else").endsWith(OTHER));
    assertThat(kubectl.run("get", "pod", "somebody-else").ok()).doesNotContain("predicted");
    pods.gone("as-predicted");
    pods.gone("somebody-else");
  }

  private void run(String name, String image) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, labels: {story: wide}}
        spec:
          terminationGracePeriodSeconds: 1
          containers: [{name: main, image: "muster.test/%s:1"}]
        """
            .formatted(name, image));
  }

  /** Lines, with one space between words. */
  private List<String> wide(String... which) {
    String[] words =
        Stream.concat(Stream.of("get", "pods", "-o", "wide"), Stream.of(which))
            .toArray(String[]::new);
    return kubectl.run(words).ok().lines().map(IdentityStoriesTest::spaced).toList();
  }

  private static String spaced(String line) {
    return line.strip().replaceAll(" +", " ");
  }

  private static String next(BufferedReader lines, Predicate<String> wanted) throws IOException {
    StringBuilder seen = new StringBuilder();
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        throw new AssertionError("kubectl has ended:\n" + seen);
      }
      line = spaced(line);
      if (wanted.test(line)) {
        return line;
      }
      seen.append(line).append('\n');
    }
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
