package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.node.cluster.Await;
import dev.muster.node.cluster.Command;
import dev.muster.node.cluster.Kubectl;
import dev.muster.node.cluster.Stories;
import dev.muster.node.cluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Parts that die, hang or go away for a while: pods end in the right state, and nothing is left
 * behind.
 */
@Execution(ExecutionMode.SAME_THREAD)
class NodeFaultsTest {
  private static final String READY =
      "{.status.conditions[?(@.type=='Ready')]['status','message']}";

  private static final String READY_SOON = "--for=condition=Ready";
  private static final String PATIENCE = "--timeout=90s";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static Stories pods;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws Exception {
    pods = Stories.onTheirOwn();
    kubectl = pods.kubectl();
  }

  @AfterAll
  static void stop() throws Exception {
    pods.close();
  }

  private static String container(String pod) {
    return kubectl.get(
        "pod " + pod,
        "{.status.containerStatuses[0].containerID} {.status.containerStatuses[0].restartCount}");
  }

  @Test
  void aNewAgentTakesOverWhatRuns() throws Exception {
    pods.run("steady", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("steady");
    String before = container("steady");
    pods.cluster().stopAgent();
    pods.cluster().startAgentAgain();
    pods.exec("steady", "echo", "here");
    assertThat(container("steady")).isEqualTo(before);
    pods.gone("steady");
  }

  /** The old agent died before it could tell, as the status shows nothing. */
  @Test
  void aNewAgentComparesIdentitiesThatTheOldOneHadNoTimeFor() throws Exception {
    pods.run("unseen", "containers: [{name: main, image: \"muster.test/odd:1\"}]");
    String told = "{.status.conditions[?(@.type=='identity.muster.dev/AsPredicted')].message}";
    String other =
        "main: uid=1000 gid=1000 groups=[0, 1000], predicted uid=1000 gid=1000 groups=[1000]";
    kubectl.await("pod unseen", told, other::equals);
    pods.cluster().stopAgent();
    String patch =
        "{\"status\":{\"conditions\":[{\"$patch\":\"delete\","
            + "\"type\":\"identity.muster.dev/AsPredicted\"}]}}";
    kubectl.run("patch", "pod", "unseen", "--subresource=status", "-p", patch).ok();
    assertThat(kubectl.get("pod unseen", told)).isEmpty();
    pods.cluster().startAgentAgain();
    kubectl.await("pod unseen", told, other::equals);
    assertThat(pods.cluster().agent().metrics())
        .contains("muster_node_identity_mismatches_total 1");

    pods.cluster().stopAgent();
    pods.cluster().startAgentAgain();
    pods.exec("unseen", "echo", "here");
    assertThat(kubectl.get("pod unseen", told)).isEqualTo(other);
    pods.gone("unseen");
  }

  /** At any moment: pods are on their way in and out. */
  @Test
  void anAgentThatIsKilledLeavesNothingHalfDone() throws Exception {
    pods.cluster().stopAgent();
    Process agent = pods.cluster().startAgentProcess();
    kubectl.apply(six("torn"));
    Await.until("the first sandbox", () -> !pods.containerd().containers().isEmpty());
    agent.destroyForcibly().waitFor();
    String ids = pods.containerd().containers();
    kubectl.run("delete", "pod", "torn-0", "torn-1", "--wait=false").ok();
    kubectl.run("delete", "pod", "torn-2", "--force", "--grace-period=0").ok();
    pods.cluster().startAgentAgain();
    kubectl.run("wait", "pod/torn-3", "pod/torn-4", "pod/torn-5", READY_SOON, PATIENCE).ok();
    kubectl.run("delete", "pods", "-l", "of=torn", PATIENCE).ok();
    nothingIsLeft(ids);
  }

  /** At any moment, too; what containerd itself loses then, as a cgroup, is not the agent's. */
  @Test
  void aRuntimeThatIsKilledLeavesNothingHalfDone() throws Exception {
    kubectl.apply(six("cut"));
    Await.until("the first sandbox", () -> !pods.containerd().containers().isEmpty());
    pods.containerd().kill();
    kubectl.run("delete", "pod", "cut-0", "cut-1", "--wait=false").ok();
    pods.containerd().startAgain();
    kubectl
        .run("wait", "pod/cut-2", "pod/cut-3", "pod/cut-4", "pod/cut-5", READY_SOON, PATIENCE)
        .ok();
    kubectl.run("delete", "pods", "-l", "of=cut", PATIENCE).ok();
    nothingOfTheAgentsIsLeft();
  }

  /** Six pods with a volume in memory each. */
  private static String six(String name) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      all.append(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: %s-%d, labels: {of: %1$s}}
          spec:
            terminationGracePeriodSeconds: 1
            volumes: [{name: notes, emptyDir: {medium: Memory}}]
            containers: [{name: main, image: "muster.test/tools:1", volumeMounts: [{name: notes, mountPath: /notes}]}]
          ---
          """
              .formatted(name, i));
    }
    return all.toString();
  }

  @Test
  void aRuntimeThatDiesAndComesBackKeepsItsPods() throws Exception {
    pods.run("lasting", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("lasting");
    String before = container("lasting");
    pods.containerd().kill();
    kubectl.await("node " + TestCluster.NODE, READY, "False container runtime is down"::equals);
    pods.containerd().startAgain();
    kubectl.await("node " + TestCluster.NODE, READY, ready -> ready.startsWith("True"));
    pods.exec("lasting", "echo", "here");
    assertThat(container("lasting")).isEqualTo(before);
    pods.gone("lasting");
  }

  @Test
  void whatHappenedWhileTheApiServerWasAwayIsToldWhenItIsBack() throws Exception {
    Path shared = Files.createDirectory(pods.directory().resolve("away"));
    pods.run(
        "patient",
        """
        restartPolicy: Never
        volumes: [{name: host, hostPath: {path: %s}}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "while [ ! -e /host/go ]; do sleep 0.1; done; touch /host/went; exit 4"]
          volumeMounts: [{name: host, mountPath: /host}]
        - name: again
          image: muster.test/tools:1
          command: [sh, -c, "while [ ! -e /host/go ]; do sleep 0.1; done"]
          volumeMounts: [{name: host, mountPath: /host}]
        """
            .formatted(shared));
    pods.runs("patient");
    pods.cluster().stopServer();
    Files.createFile(shared.resolve("go"));
    Await.until("its end", () -> Files.exists(shared.resolve("went")));
    pods.cluster().startServerAgain();
    kubectl.await(
        "pod patient",
        "{.status.phase} {.status.containerStatuses[*].state.terminated.exitCode}",
        "Failed 4 0"::equals);
    pods.gone("patient");
  }

  /** Its shim is stopped: whoever asks for its end gets no answer. */
  @Test
  void aContainerThatCannotBeKilledHoldsNobodyElse() {
    pods.run("stubborn", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("stubborn");
    String shim = pods.containerd().shim(kubectl.get("pod stubborn", "{.metadata.uid}"));
    Command.run("kill", "-STOP", shim);
    try {
      kubectl.run("delete", "pod", "stubborn", "--wait=false").ok();
      pods.run("other", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
      pods.runs("other");
      pods.gone("other");
      assertThat(kubectl.get("pod stubborn", "{.metadata.deletionTimestamp}")).isNotEmpty();
    } finally {
      Command.run("kill", "-CONT", shim);
    }
    kubectl.awaitGone("stubborn");
  }

  @Test
  void aFullDiskHoldsAPodUntilThereIsRoom() throws Exception {
    Path disk = Files.createDirectories(pods.directory().resolve("node/pods"));
    pods.cluster().stopAgent();
    Command.run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString());
    try {
      pods.cluster().startAgentAgain();
      Path filler = Files.write(disk.resolve(".filler"), new byte[200 << 10]);
      kubectl.run("create", "configmap", "large", "--from-literal=a=" + "x".repeat(100 << 10)).ok();
      pods.run(
          "crowded",
          """
          volumes: [{name: v, configMap: {name: large}}]
          containers: [{name: main, image: "muster.test/tools:1", volumeMounts: [{name: v, mountPath: /v}]}]
          """);
      pods.awaitEvent("crowded", "write: no space left on device");
      Files.delete(filler);
      pods.runs("crowded");
      assertThat(pods.exec("crowded", "stat", "-Lc", "%s", "/v/a")).isEqualTo("102400");
      pods.gone("crowded");
    } finally {
      pods.cluster().stopAgent();
      Command.run("umount", "-l", disk.toString());
      pods.cluster().startAgentAgain();
    }
  }

  @Test
  void aClockThatIsSetBackDoesNotHoldACrashedContainer() {
    pods.run(
        "crashing",
        "containers: [{name: main, image: \"muster.test/tools:1\", command: [\"true\"]}]");
    String count = "{.status.containerStatuses[0].restartCount}";
    kubectl.await("pod crashing", count, "1"::equals);
    pods.cluster().clock().step(Duration.ofHours(-1));
    kubectl.run("label", "pod", "crashing", "wake=up").ok();
    kubectl.await("pod crashing", count, "2"::equals);
    pods.cluster().clock().step(Duration.ofHours(2));
    kubectl.run("label", "pod", "crashing", "wake=again", "--overwrite").ok();
    kubectl.await("pod crashing", count, "3"::equals);
    pods.cluster().clock().step(Duration.ofHours(-1));
    pods.gone("crashing");
  }

  @Test
  void aFloodOfPodsIsHeldToWhatTheNodeTakes() throws Exception {
    pods.cluster().stopAgent();
    pods.cluster().limitPods(10);
    pods.cluster().startAgentAgain();
    try (ApiClient admin = pods.cluster().admin()) {
      for (int i = 0; i < 200; i++) {
        admin.create(PODS, flooding("flood-" + i));
      }
      Await.until(
          "the phases",
          () ->
              kubectl
                  .run("get", "pods", "-l", "of=flood", "-o", "jsonpath={.items[*].status.phase}")
                  .ok(),
          phases -> count(phases, "Running") == 10 && count(phases, "Failed") == 190);
      assertThat(pods.cluster().agent().metrics())
          .contains("kubelet_admission_rejections_total{reason=\"OutOfpods\"} 190")
          .contains("kubelet_running_pods 10");
      String ids = pods.containerd().containers();
      assertThat(cgroups(ids)).isNotEmpty();
      admin.delete(PODS + "?labelSelector=of%3Dflood", JsonNodeFactory.instance.objectNode());
      nothingIsLeft(ids);
    } finally {
      pods.cluster().stopAgent();
      pods.cluster().limitPods(110);
      pods.cluster().startAgentAgain();
    }
  }

  private static ObjectNode flooding(String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("kind", "Pod").put("apiVersion", "v1");
    pod.putObject("metadata").put("name", name).putObject("labels").put("of", "flood");
    ObjectNode spec = pod.putObject("spec");
    spec.put("nodeName", TestCluster.NODE).put("terminationGracePeriodSeconds", 1L);
    spec.putArray("containers").addObject().put("name", "main").put("image", "muster.test/tools:1");
    return pod;
  }

  private static long count(String words, String one) {
    return Stream.of(words.split(" ")).filter(one::equals).count();
  }

  /**
   * @param ids of the containers that there were
   */
  private static void nothingIsLeft(String ids) {
    Await.until("containers", () -> pods.containerd().containers(), String::isEmpty);
    nothingOfTheAgentsIsLeft();
    Await.until("cgroups", () -> cgroups(ids), List::isEmpty);
    Await.until("mounts", () -> pods.containerd().podMounts(), List::isEmpty);
    Await.until("addresses", () -> pods.containerd().addresses(), List::isEmpty);
  }

  private static void nothingOfTheAgentsIsLeft() {
    Await.until("traces", () -> pods.cluster().traces(""), List::isEmpty);
    assertThat(pods.cluster().agent().metrics()).contains("kubelet_desired_pods{static=\"\"} 0");
  }

  private static List<String> cgroups(String ids) throws IOException {
    List<String> names = List.of(ids.split("\n"));
    try (Stream<Path> all = Files.walk(Path.of("/sys/fs/cgroup/pids"), 4)) {
      return all.map(Path::toString)
          .filter(path -> names.contains(path.substring(path.lastIndexOf('/') + 1)))
          .toList();
    } catch (UncheckedIOException changing) {
      return List.of("changing");
    }
  }
}
