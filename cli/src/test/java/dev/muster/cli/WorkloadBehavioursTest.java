package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.controllers.ControllerList;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What upstream's end-to-end tests of workloads ask beyond the recorded scenarios, on simulated
 * nodes whose pods fail on command.
 */
class WorkloadBehavioursTest {
  private static LocalCluster cluster;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1)));
    cluster = LocalCluster.withoutNode(config);
    cluster.simulateNodes(List.of("a", "b"));
    kubectl =
        Kubectl.on(
            cluster.server().kubeconfig(), Files.createDirectories(directory.resolve("home")));
  }

  @AfterAll
  static void stop() {
    cluster.stop(false);
  }

  private static void create(String kind, String name, String more) {
    kubectl
        .piped(
            """
            apiVersion: apps/v1
            kind: %1$s
            metadata: {name: %2$s}
            spec:
              %3$s
              selector: {matchLabels: {app: %2$s}}
              template:
                metadata: {labels: {app: %2$s}}
                spec: {containers: [{name: c, image: 'i:1'}]}
            """
                .formatted(kind, name, more),
            "create",
            "-f",
            "-")
        .ok();
  }

  private static void rolledOut(String what) {
    kubectl.run("rollout", "status", what, "--timeout=60s").ok();
  }

  private static String of(String app, String jsonPath) {
    return kubectl
        .run(
            "get",
            "pods",
            "-l",
            "app=" + app,
            "--sort-by=.metadata.name",
            "-o",
            "jsonpath={range .items[*]}" + jsonPath + " {end}")
        .ok()
        .strip();
  }

  private static void annotate(String pod, String annotation) {
    kubectl.run("annotate", "--overwrite", "pod", pod, "simulate.muster.dev/" + annotation).ok();
  }

  private static void await(String what, String jsonPath, String value) {
    kubectl.run("wait", "--for=jsonpath={" + jsonPath + "}=" + value, what, "--timeout=60s").ok();
  }

  @Test
  void aDaemonPodThatFailsIsMadeAnew() {
    create("DaemonSet", "failing", "");
    rolledOut("daemonset/failing");
    String pod = of("failing", "{.metadata.name}").split(" ", -1)[0];
    annotate(pod, "phase=Failed");
    kubectl.run("wait", "--for=delete", "pod/" + pod, "--timeout=60s").ok();
    await("daemonset/failing", ".status.numberReady", "2");
    assertThat(of("failing", "{.metadata.name}")).doesNotContain(pod);
    assertThat(kubectl.run("get", "events", "--field-selector=reason=FailedDaemonPod").ok())
        .contains("Found failed daemon pod default/" + pod);
    kubectl.run("delete", "daemonset", "failing").ok();
  }

  @Test
  void aDaemonSetIsUpdatedAsItsStrategySays() {
    create("DaemonSet", "agent", "updateStrategy: {type: OnDelete}");
    await("daemonset/agent", ".status.numberReady", "2");
    kubectl.run("set", "image", "daemonset/agent", "c=i:2").ok();
    await("daemonset/agent", ".status.observedGeneration", "2");
    assertThat(of("agent", "{.spec.containers[0].image}")).isEqualTo("i:1 i:1");
    kubectl.run("delete", "pod", of("agent", "{.metadata.name}").split(" ", -1)[0]).ok();
    await("daemonset/agent", ".status.updatedNumberScheduled", "1");
    await("daemonset/agent", ".status.numberReady", "2");
    kubectl
        .run(
            "patch",
            "daemonset",
            "agent",
            "-p",
            "{\"spec\":{\"updateStrategy\":{\"type\":\"RollingUpdate\"}}}")
        .ok();
    rolledOut("daemonset/agent");
    assertThat(of("agent", "{.spec.containers[0].image}")).isEqualTo("i:2 i:2");
    kubectl.run("rollout", "undo", "daemonset/agent").ok();
    rolledOut("daemonset/agent");
    assertThat(of("agent", "{.spec.containers[0].image}")).isEqualTo("i:1 i:1");
    kubectl.run("delete", "daemonset", "agent").ok();
  }

  @Test
  void aDaemonSetMaySurge() {
    create(
        "DaemonSet",
        "surging",
        "updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}");
    rolledOut("daemonset/surging");
    kubectl.run("set", "image", "daemonset/surging", "c=i:2").ok();
    rolledOut("daemonset/surging");
    kubectl.awaitOutput(
        "i:2 i:2"::equals,
        "get",
        "pods",
        "-l",
        "app=surging",
        "-o",
        "jsonpath={.items[*].spec.containers[0].image}");
    kubectl.run("delete", "daemonset", "surging").ok();
  }

  @Test
  void aStatefulPodIsAvailableOnceItWasReadyForLongEnough() {
    create("StatefulSet", "slow", "minReadySeconds: 2");
    await("statefulset/slow", ".status.readyReplicas", "1");
    assertThat(
            kubectl
                .run("get", "statefulset", "slow", "-o", "jsonpath={.status.availableReplicas}")
                .ok())
        .isEqualTo("0");
    await("statefulset/slow", ".status.availableReplicas", "1");
    kubectl.run("delete", "statefulset", "slow").ok();
  }

  @Test
  void aStatefulSetWaitsForAPodThatIsNotReady() {
    create("StatefulSet", "db", "replicas: 1");
    rolledOut("statefulset/db");
    annotate("db-0", "ready=false");
    await("statefulset/db", ".status.availableReplicas", "0");
    kubectl.run("scale", "statefulset/db", "--replicas=3").ok();
    await("statefulset/db", ".status.observedGeneration", "2");
    assertThat(of("db", "{.metadata.name}")).isEqualTo("db-0");
    annotate("db-0", "ready=true");
    rolledOut("statefulset/db");
    assertThat(of("db", "{.metadata.name}")).isEqualTo("db-0 db-1 db-2");
    kubectl.run("delete", "statefulset", "db").ok();
  }

  @Test
  void aStatefulPodThatEndedIsMadeAgainUnderItsName() {
    create("StatefulSet", "again", "replicas: 1");
    rolledOut("statefulset/again");
    String uid = of("again", "{.metadata.uid}");
    annotate("again-0", "phase=Failed");
    kubectl.awaitOutput(
        now -> !now.isBlank() && !now.contains(uid),
        "get",
        "pods",
        "-l",
        "app=again",
        "-o",
        "jsonpath={.items[*].metadata.uid}");
    rolledOut("statefulset/again");
    kubectl.run("delete", "statefulset", "again").ok();
  }

  @Test
  void ordinalsBeginWhereTheyAreSaidToAndMove() {
    create("StatefulSet", "from", "replicas: 2\n  ordinals: {start: 2}");
    rolledOut("statefulset/from");
    assertThat(of("from", "{.metadata.name}")).isEqualTo("from-2 from-3");
    kubectl
        .run("patch", "statefulset", "from", "-p", "{\"spec\":{\"ordinals\":{\"start\":3}}}")
        .ok();
    kubectl.awaitOutput(
        "from-3 from-4"::equals,
        "get",
        "pods",
        "-l",
        "app=from",
        "--sort-by=.metadata.name",
        "-o",
        "jsonpath={.items[*].metadata.name}");
    kubectl.run("delete", "statefulset", "from").ok();
  }

  /** An old rollout is given up for the newest. */
  @Test
  void aRolloutThatIsOvertakenEndsWithTheNewest() {
    create("Deployment", "over", "replicas: 4");
    kubectl.run("set", "image", "deployment/over", "c=i:2").ok();
    kubectl.run("set", "image", "deployment/over", "c=i:3").ok();
    rolledOut("deployment/over");
    await("deployment/over", ".status.terminatingReplicas", "0");
    assertThat(of("over", "{.spec.containers[0].image}")).isEqualTo("i:3 i:3 i:3 i:3");
    kubectl.run("delete", "deployment", "over").ok();
  }
}
