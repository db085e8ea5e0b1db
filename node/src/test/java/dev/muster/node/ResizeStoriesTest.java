package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Resources that change while a pod runs: what the kernel enforces is what the status tells. */
@ExtendWith(OnContainerd.class)
class ResizeStoriesTest {
  private static final String CONDITIONS =
      "{range .status.conditions[*]}{.type}={.status} {.reason} {.message};{end}";
  private static final String MEMORY =
      "{.status.containerStatuses[0].resources.limits.memory}"
          + " {.status.containerStatuses[0].allocatedResources.memory}";

  private final Stories pods;
  private final Kubectl kubectl;

  ResizeStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void whatIsGrantedReachesTheKernelAndNothingRestarts() throws IOException {
    run("grow", "", "{cpu: 100m, memory: 20Mi}", "{cpu: 200m, memory: 40Mi}");
    assertThat(limits("grow")).isEqualTo("102 20000 41943040");

    resize("grow", "{cpu: 150m, memory: 30Mi}", "{cpu: 300m, memory: 60Mi}");

    kubectl.await("pod grow", MEMORY, "60Mi 30Mi"::equals);
    kubectl.await("pod grow", CONDITIONS, conditions -> !conditions.contains("Resize"));
    assertThat(limits("grow")).isEqualTo("153 30000 62914560");
    assertThat(
            kubectl.get(
                "pod grow",
                "{.status.containerStatuses[0].restartCount}"
                    + " {.status.containerStatuses[0].resources}"))
        .isEqualTo(
            "0 {\"limits\":{\"cpu\":\"300m\",\"memory\":\"60Mi\"},"
                + "\"requests\":{\"cpu\":\"150m\",\"memory\":\"30Mi\"}}");
    String summary =
        "{\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":{\"cpu\":\"300m\",\"memory\":"
            + "\"60Mi\"},\"requests\":{\"cpu\":\"150m\",\"memory\":\"30Mi\"}}}],\"generation\":2}";
    pods.awaitEvent("grow", "Pod resize started: " + summary);
    pods.awaitEvent("grow", "Pod resize completed: " + summary);
    pods.gone("grow");
  }

  @Test
  void aContainerThatWantsItIsRestartedWithItsNewResources() throws IOException {
    run(
        "reborn",
        "resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]",
        "{cpu: 100m, memory: 20Mi}",
        "{cpu: 200m, memory: 40Mi}");

    String types = "jsonpath={.status.conditions[*].type}{'\\n'}";
    Process watch = kubectl.start("get", "pod", "reborn", "-w", "-o", types);
    try (BufferedReader seen = watch.inputReader()) {
      assertThat(seen.readLine()).contains("PodScheduled");
      resize("reborn", "{cpu: 100m, memory: 20Mi}", "{cpu: 200m, memory: 48Mi}");
      assertThat(seen.lines().filter(line -> line.contains("PodResizeInProgress")).findFirst())
          .as("is told while the container ends")
          .isPresent();
    } finally {
      watch.destroyForcibly();
    }

    pods.awaitEvent("reborn", "Container main resize requires restart");
    kubectl.await(
        "pod reborn",
        "{.status.containerStatuses[0].restartCount} "
            + "{.status.containerStatuses[0].resources.limits.memory} "
            + "{.status.containerStatuses[0].ready}",
        "1 48Mi true"::equals);
    assertThat(limits("reborn")).isEqualTo("102 20000 50331648");
    pods.gone("reborn");
  }

  @Test
  void whatTheNodeCanNeverGiveIsInfeasibleAndChangesNothing() throws IOException {
    run("giant", "", "{cpu: 100m, memory: 20Mi}", "{cpu: 2000, memory: 40Mi}");

    resize("giant", "{cpu: 1500, memory: 20Mi}", "{cpu: 2000, memory: 40Mi}");

    String capacity = kubectl.get("node node-a", "{.status.allocatable.cpu}");
    String why =
        "Node didn't have enough capacity: cpu, requested: 1500000, capacity: " + capacity + "000";
    kubectl.await(
        "pod giant",
        CONDITIONS,
        conditions -> conditions.contains("PodResizePending=True Infeasible " + why + ";"));
    pods.awaitEvent("giant", "Pod resize Infeasible: {");
    assertThat(limits("giant")).startsWith("102 ");
    assertThat(kubectl.get("pod giant", "{.status.containerStatuses[0].allocatedResources.cpu}"))
        .isEqualTo("100m");

    resize("giant", "{cpu: 100m, memory: 20Mi}", "{cpu: 2000, memory: 40Mi}");

    kubectl.await("pod giant", CONDITIONS, conditions -> !conditions.contains("Resize"));
    pods.gone("giant");
  }

  @Test
  void whatOthersHaveIsWaitedFor() throws IOException {
    run("holder", "", "{cpu: 1200m}", "{cpu: 1200m}");
    run("waiter", "", "{cpu: 100m}", "{cpu: 1500m}");

    resize("waiter", "{cpu: 1500m}", "{cpu: 1500m}");

    kubectl.await(
        "pod waiter",
        CONDITIONS,
        conditions ->
            conditions.contains(
                "PodResizePending=True Deferred Node didn't have enough resource: cpu, requested:"
                    + " 1500, used: "));
    pods.awaitEvent("waiter", "Pod resize Deferred: {");
    assertThat(limits("waiter")).startsWith("102 ");
    pods.gone("holder");
    kubectl.await(
        "pod waiter", "{.status.containerStatuses[0].resources.requests.cpu}", "1500m"::equals);
    kubectl.await("pod waiter", CONDITIONS, conditions -> !conditions.contains("Resize"));
    assertThat(limits("waiter")).startsWith("1536 ");

    pods.run(
        "squeezed",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sleep, "1000"]
          resources: {requests: {cpu: 1200m}}
        """);
    pods.awaitEvent("squeezed", "Insufficient cpu");
    resize("waiter", "{cpu: 100m}", "{cpu: 1500m}");
    pods.runs("squeezed");
    pods.gone("squeezed");
    pods.gone("waiter");
  }

  @Test
  void memoryInUseIsNotTakenAway() throws IOException {
    pods.run(
        "full",
        """
        volumes: [{name: memory, emptyDir: {medium: Memory}}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "head -c 30000000 /dev/zero > /memory/file; : > /memory/done; exec sleep 1000"]
          readinessProbe: {exec: {command: [sh, -c, ": < /memory/done"]}, periodSeconds: 1}
          volumeMounts: [{name: memory, mountPath: /memory}]
          resources: {requests: {memory: 10Mi}, limits: {memory: 60Mi}}
        """);
    kubectl.await("pod full", "{.status.containerStatuses[0].ready}", "true"::equals);

    resize("full", "{memory: 10Mi}", "{memory: 20Mi}");

    kubectl.await(
        "pod full",
        CONDITIONS,
        conditions ->
            conditions.contains(
                "PodResizeInProgress=True Error cannot decrease memory limits: attempting to set"
                    + " container \"main\" memory limit (20971520) below current usage ("));
    pods.awaitEvent("full", "Pod resize error: {");
    assertThat(limits("full")).endsWith(" 62914560");
    assertThat(kubectl.get("pod full", MEMORY)).isEqualTo("60Mi 10Mi");

    pods.exec("full", "rm", "/memory/file");
    kubectl.run("annotate", "pod", "full", "look=again").ok();

    kubectl.await("pod full", MEMORY, "20Mi 10Mi"::equals);
    assertThat(limits("full")).endsWith(" 20971520");
    pods.gone("full");
  }

  private void run(String name, String more, String requests, String limits) {
    pods.run(
        name,
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sleep, "1000"]
          resources: {requests: %s, limits: %s}
          %s
        """
            .formatted(requests, limits, more));
    pods.runs(name);
  }

  private void resize(String name, String requests, String limits) {
    kubectl
        .run(
            "patch",
            "pod",
            name,
            "--subresource=resize",
            "-p",
            "spec: {containers: [{name: main, resources: {requests: %s, limits: %s}}]}"
                .formatted(requests, limits))
        .ok();
  }

  /** Shares, quota and memory that the kernel holds the pod's container to. */
  private String limits(String name) throws IOException {
    String cpu = "";
    String memory = "";
    for (String line : pods.exec(name, "cat", "/proc/self/cgroup").lines().toList()) {
      String[] parts = line.split(":", 3);
      if (parts[1].equals("cpu") || parts[1].startsWith("cpu,")) {
        cpu = read("cpu" + parts[2] + "/cpu.shares") + " " + quota("cpu" + parts[2]);
      } else if (parts[1].equals("memory")) {
        memory = read("memory" + parts[2] + "/memory.limit_in_bytes");
      }
    }
    return cpu + " " + memory;
  }

  private static String quota(String directory) throws IOException {
    return read(directory + "/cpu.cfs_quota_us");
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of("/sys/fs/cgroup", file)).strip();
  }
}
