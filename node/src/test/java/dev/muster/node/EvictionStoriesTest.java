package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.Stories;
import dev.muster.node.cluster.TestCluster;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.EvictionThresholds;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A node that is short of something. */
@Execution(ExecutionMode.SAME_THREAD)
class EvictionStoriesTest {
  private static final Duration TRANSITION = Duration.ofMinutes(5);
  private static final String REASON = "{.status.reason}: {.status.message}";

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

  private static void evictBy(String hard) throws Exception {
    pods.cluster()
        .evictBy(
            new EvictionConfig(
                EvictionThresholds.parse(hard, "", Map.of(), ""),
                TRANSITION,
                0,
                Duration.ofMillis(500)));
    pods.cluster().startAgentAgain();
  }

  private static String condition(String type) {
    return kubectl.await(
        "node " + TestCluster.NODE,
        "{.status.conditions[?(@.type=='%s')]['status','reason','message']}".formatted(type),
        text -> text.startsWith("True"));
  }

  private static void isOver(String type) {
    pods.cluster().clock().step(TRANSITION);
    kubectl.await(
        "node " + TestCluster.NODE,
        "{.status.conditions[?(@.type=='%s')].status} {.spec.taints}".formatted(type),
        "False "::equals);
    pods.cluster().clock().step(TRANSITION.negated());
  }

  private static void awaitFile(String pod) {
    Await.until(
        "the file of " + pod, () -> kubectl.run("logs", pod).out(), log -> log.contains("filled"));
  }

  private static void runOnNode(String name, String spec) {
    pods.run(name, "nodeName: " + TestCluster.NODE + "\n" + spec);
  }

  private static final String SLEEP =
      "containers: [{name: main, image: \"muster.test/tools:1\", command: [sleep, \"1000\"]}]\n";

  private static final String FILL =
      """
      volumes: [{name: disk, emptyDir: {}}]
      containers:
      - name: main
        image: muster.test/tools:1
        command: [sh, -c, "dd if=/dev/zero of=/disk/x bs=1M count=%s; echo filled; exec sleep 1000"]
        volumeMounts: [{name: disk, mountPath: /disk}]
      """;

  @Test
  void whoFillsTheDiskGoesAndNobodyComesUntilThereIsRoom() throws Exception {
    pods.cluster().stopAgent();
    Path disk = pods.directory().resolve("node");
    HostCommand.run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700", "tmpfs", disk.toString());
    try {
      evictBy("nodefs.available<50%");
      pods.run("small", FILL.formatted(4));
      awaitFile("small");
      pods.run("large", FILL.formatted(32));
      kubectl.await("pod large", "{.status.phase}", "Failed"::equals);
      assertThat(kubectl.get("pod large", REASON))
          .matches(
              "Evicted: The node was low on resource: ephemeral-storage. Threshold quantity: 32Mi,"
                  + " available: [0-9]+Ki. Container main was using [0-9]+Ki, request is 0, has"
                  + " larger consumption of ephemeral-storage.");
      assertThat(
              kubectl.get(
                  "pod large",
                  "{.status.conditions[?(@.type=='DisruptionTarget')]['status','reason']}"))
          .isEqualTo("True TerminationByKubelet");
      assertThat(condition("DiskPressure"))
          .isEqualTo("True KubeletHasDiskPressure kubelet has disk pressure");
      kubectl.await(
          "node " + TestCluster.NODE,
          "{.spec.taints[*]['key','effect']}",
          "node.kubernetes.io/disk-pressure NoSchedule"::equals);
      runOnNode("refused", SLEEP);
      kubectl.await("pod refused", "{.status.phase}", "Failed"::equals);
      assertThat(kubectl.get("pod refused", REASON))
          .isEqualTo("Evicted: Pod was rejected: The node had condition: [DiskPressure].");
      assertThat(pods.cluster().agent().metrics())
          .contains("# TYPE kubelet_evictions counter")
          .contains("kubelet_evictions{eviction_signal=\"nodefs.available\"} 1");
      Await.until(
          "the node's events",
          () ->
              kubectl
                  .run("get", "events", "-o", "jsonpath={range .items[*]}{.reason} {.message}{end}")
                  .out(),
          text ->
              text.contains("EvictionThresholdMet Attempting to reclaim ephemeral-storage")
                  && text.contains(
                      "NodeHasDiskPressure Node node-a status is now: NodeHasDiskPressure"));
      isOver("DiskPressure");
      assertThat(kubectl.get("pod small", "{.status.phase}")).isEqualTo("Running");
      pods.gone("small");
      pods.gone("large");
      pods.gone("refused");
    } finally {
      pods.cluster().stopAgent();
      HostCommand.run("umount", "-l", disk.toString());
      pods.cluster().evictBy(TestCluster.limitsOnly());
      pods.cluster().startAgentAgain();
    }
  }

  @Test
  void withoutMemoryThoseGoWhoUseMoreThanTheyAskedForAndThoseStayWhoMustRun() throws Exception {
    Path manifest = write(SLEEP);
    pods.run("modest", SLEEP.replace("}]", ", resources: {requests: {memory: 64Mi}}}]"));
    pods.run(
        "greedy",
        FILL.formatted(4)
            .replace("emptyDir: {}", "emptyDir: {medium: Memory, sizeLimit: 8Mi}")
            .concat("  resources: {requests: {memory: 1Mi}}"));
    pods.runs("modest");
    awaitFile("greedy");
    pods.cluster().stopAgent();
    try {
      evictBy("memory.available<99%");
      kubectl.await("pod greedy", "{.status.phase}", "Failed"::equals);
      assertThat(kubectl.get("pod greedy", REASON))
          .matches(
              "Evicted: The node was low on resource: memory. Threshold quantity: [0-9]+(Ki)?,"
                  + " available: [0-9]+Ki.( Container main was using [0-9]+Ki, request is 1Mi, has"
                  + " larger consumption of memory.)?");
      assertThat(condition("MemoryPressure"))
          .isEqualTo("True KubeletHasInsufficientMemory kubelet has insufficient memory available");
      runOnNode("refused", SLEEP);
      kubectl.await("pod refused", "{.status.phase}", "Failed"::equals);
      assertThat(kubectl.get("pod refused", REASON))
          .isEqualTo("Evicted: Pod was rejected: The node had condition: [MemoryPressure].");
      kubectl.await("pod modest", "{.status.phase}", "Failed"::equals);
      String times = "{.status.conditions[?(@.type=='DisruptionTarget')].lastTransitionTime}";
      assertThat(kubectl.get("pod greedy", times))
          .isLessThanOrEqualTo(kubectl.get("pod modest", times));
      assertThat(kubectl.get("pod kept-node-a", "{.status.phase}")).isEqualTo("Running");
    } finally {
      pods.cluster().stopAgent();
      pods.cluster().evictBy(TestCluster.limitsOnly());
      pods.cluster().startAgentAgain();
      Files.delete(manifest);
    }
    pods.gone("modest");
    pods.gone("greedy");
    pods.gone("refused");
    kubectl.awaitGone("kept-node-a");
  }

  @Test
  void imagesThatNobodyUsesGoFirst() throws Exception {
    String images = "{.status.images[*].names}";
    Path manifest = write(SLEEP.replace("tools", "alice"));
    kubectl.await("node " + TestCluster.NODE, images, text -> text.contains("test/odd:1"));
    pods.cluster().stopAgent();
    try {
      evictBy("imagefs.available<99%");
      kubectl.await(
          "node " + TestCluster.NODE,
          images,
          text -> text.contains("test/alice:1") && !text.contains("test/odd:1"));
    } finally {
      pods.cluster().stopAgent();
      pods.containerd().load(pods.containerd().archive());
      pods.cluster().evictBy(TestCluster.limitsOnly());
      pods.cluster().startAgentAgain();
      Files.delete(manifest);
    }
    kubectl.awaitGone("kept-node-a");
  }

  /** A pod that is never evicted. */
  private static Path write(String spec) throws Exception {
    Path aside = pods.directory().resolve("kept.yaml");
    Files.writeString(
        aside,
        "apiVersion: v1\nkind: Pod\nmetadata: {name: kept}\nspec:\n"
            + ("terminationGracePeriodSeconds: 1\n" + spec).indent(2));
    Path manifest = pods.cluster().manifests().resolve("kept.yaml");
    Files.move(aside, manifest);
    kubectl.await("pod kept-node-a", "{.status.phase}", "Running"::equals);
    return manifest;
  }
}
