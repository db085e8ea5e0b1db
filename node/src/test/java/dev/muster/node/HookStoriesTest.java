package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hooks, restarts, deadlines: what happens around a container's life. */
@ExtendWith(OnContainerd.class)
class HookStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  HookStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void hooksRunAfterTheStartAndBeforeTheEnd() throws Exception {
    Path shared = Files.createDirectory(pods.directory().resolve("hooks"));
    BlockingQueue<String> asked = new ArrayBlockingQueue<>(10);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        request -> {
          asked.add(request.getRequestURI().getPath());
          request.sendResponseHeaders(200, -1);
          request.close();
        });
    server.start();
    try {
      pods.run(
          "hooked",
          """
          hostNetwork: true
          volumes: [{name: shared, hostPath: {path: %s}}]
          containers:
          - name: commands
            image: muster.test/tools:1
            volumeMounts: [{name: shared, mountPath: /shared}]
            lifecycle:
              postStart: {exec: {command: [touch, /shared/started]}}
              preStop: {exec: {command: [touch, /shared/stopped]}}
          - name: requests
            image: muster.test/tools:1
            lifecycle:
              postStart: {httpGet: {path: /started, port: %d}}
              preStop: {httpGet: {path: /stopped, port: %2$d}}
          """
              .formatted(shared, server.getAddress().getPort()));
      pods.runs("hooked");
      assertThat(shared.resolve("started")).exists();
      assertThat(asked.poll(30, TimeUnit.SECONDS)).isEqualTo("/started");
      assertThat(shared.resolve("stopped")).doesNotExist();
      pods.gone("hooked");
      assertThat(shared.resolve("stopped")).exists();
      assertThat(asked.poll(30, TimeUnit.SECONDS)).isEqualTo("/stopped");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aStartHookThatFailsEndsTheContainerAsAnyEndDoes() throws Exception {
    Path shared = Files.createDirectory(pods.directory().resolve("unhooked"));
    pods.run(
        "unhooked",
        """
        volumes: [{name: shared, hostPath: {path: %s}}]
        containers:
        - name: main
          image: muster.test/tools:1
          volumeMounts: [{name: shared, mountPath: /shared}]
          lifecycle:
            postStart: {exec: {command: [cat, /nothing]}}
            preStop: {exec: {command: [touch, /shared/stopped]}}
        """
            .formatted(shared));
    kubectl.await(
        "pod unhooked", "{.status.containerStatuses[0].restartCount}", count -> !count.equals("0"));
    pods.awaitEvent("unhooked", "PostStartHook failed");
    assertThat(shared.resolve("stopped")).exists();
    pods.gone("unhooked");
  }

  /** The hooks of one container outlast any patience, those of the other fail. */
  @Test
  void aStopHookHoldsAnEndNoLongerThanTheGracePeriod() {
    pods.run(
        "held",
        """
        containers:
        - name: slow
          image: muster.test/tools:1
          lifecycle: {preStop: {exec: {command: [sleep, "1000"]}}}
        - name: asleep
          image: muster.test/tools:1
          lifecycle: {preStop: {sleep: {seconds: 1}}}
        - name: broken
          image: muster.test/tools:1
          lifecycle: {preStop: {exec: {command: [cat, /nothing]}}}
        """);
    pods.runs("held");
    pods.gone("held");
    pods.awaitEvent("held", "FailedPreStopHook");
  }

  /** Its process ignores what asks it to end; who deletes it again is not as patient. */
  @Test
  void aShorterGracePeriodHurriesAnEnd() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: reluctant}
        spec:
          terminationGracePeriodSeconds: 600
          containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    pods.runs("reluctant");
    kubectl.run("delete", "pod", "reluctant", "--wait=false").ok();
    pods.awaitEvent("reluctant", "Stopping container main");
    assertThat(pods.exec("reluctant", "echo", "still here")).isEqualTo("still here");
    kubectl.run("delete", "pod", "reluctant", "--grace-period=1", "--timeout=60s").ok();
  }

  @Test
  void aPodPastItsDeadlineIsEndedAndKeepsItsHistory() {
    pods.run(
        "limited",
        """
        activeDeadlineSeconds: 1
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    kubectl.await("pod limited", "{.status.phase}", "Failed"::equals);
    assertThat(
            kubectl.get(
                "pod limited",
                "{.status.reason}: {.status.message}"
                    + " {.status.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo(
            "DeadlineExceeded: Pod was active on the node longer than the specified deadline 137");
    pods.gone("limited");
  }

  @Test
  void onFailureStartsAgainOnlyWhatFailed() {
    pods.run(
        "retry",
        """
        restartPolicy: OnFailure
        volumes: [{name: notes, emptyDir: {}}]
        containers:
        - name: fails
          image: muster.test/tools:1
          command: [sh, -c, "[ -e /notes/tried ] || { touch /notes/tried; exit 3; }"]
          volumeMounts: [{name: notes, mountPath: /notes}]
        - {name: works, image: "muster.test/tools:1", command: ["true"]}
        """);
    kubectl.await("pod retry", "{.status.phase}", "Succeeded"::equals);
    assertThat(kubectl.get("pod retry", "{.status.containerStatuses[*].restartCount}"))
        .isEqualTo("1 0");
    assertThat(
            kubectl.get(
                "pod retry", "{.status.containerStatuses[0].lastState.terminated.exitCode}"))
        .isEqualTo("3");
    pods.gone("retry");
  }

  @Test
  void anInitContainerThatFailsIsTriedAgainAndHoldsThePod() {
    pods.run(
        "stuck",
        """
        initContainers:
        - {name: first, image: "muster.test/tools:1", command: [sh, -c, "exit 1"]}
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    kubectl.await(
        "pod stuck",
        "{.status.phase} {.status.initContainerStatuses[0].state.waiting.reason}"
            + " {.status.containerStatuses[0].state.waiting.reason}",
        "Pending CrashLoopBackOff PodInitializing"::equals);
    assertThat(kubectl.run("get", "pod", "stuck").ok()).contains("Init:CrashLoopBackOff");
    pods.gone("stuck");
  }
}
