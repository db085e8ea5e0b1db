package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pod's life from its first event to its last, and the order of its containers in it. */
@ExtendWith(OnContainerd.class)
class LifeStoriesTest {
  private static final String RESTARTS = "{.status.containerStatuses[0].restartCount}";

  private final Stories pods;
  private final Kubectl kubectl;

  LifeStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void eventsTellAPodsLifeInKubernetesWords() {
    pods.run("life", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("life");
    pods.gone("life");
    Await.until(
        "the last event",
        () ->
            kubectl
                .run(
                    "get",
                    "events",
                    "--field-selector=involvedObject.name=life",
                    "-o",
                    "jsonpath={range .items[*]}{.type} {.reason}"
                        + " [{.involvedObject.fieldPath}] {.message}{'\\n'}{end}")
                .ok()
                .lines()
                .toList(),
        events ->
            events.containsAll(
                List.of(
                    "Normal Scheduled [] Successfully assigned default/life to node-a",
                    "Normal Pulled [spec.containers{main}] Container image"
                        + " \"muster.test/tools:1\" already present on machine and can be"
                        + " accessed by the pod",
                    "Normal Created [spec.containers{main}] Container created",
                    "Normal Started [spec.containers{main}] Container started",
                    "Normal Killing [spec.containers{main}] Stopping container main")));
  }

  /** Each waits for those before it to be up, and none ends before those that may need it. */
  @Test
  void sidecarsComeFirstAndGoLast() throws Exception {
    Path shared = Files.createDirectory(pods.directory().resolve("sidecars"));
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: beside}
        spec:
          terminationGracePeriodSeconds: 30
          volumes: [{name: shared, hostPath: {path: %s}}]
          initContainers:
          - %s
            restartPolicy: Always
          - %s
            restartPolicy: Always
            startupProbe: {exec: {command: [cat, /shared/up]}, periodSeconds: 1, failureThreshold: 60}
          containers:
          - %s
        """
            .formatted(shared, ending("one"), ending("two"), ending("main")));
    pods.awaitEvent("beside", "Startup probe failed: cat: /shared/up: No such file or directory");
    assertThat(
            kubectl.get(
                "pod beside",
                "{.status.phase} {.status.initContainerStatuses[*].started}"
                    + " {.status.containerStatuses[0].state.waiting.reason}"))
        .isEqualTo("Pending true false PodInitializing");
    Files.createFile(shared.resolve("up"));
    pods.runs("beside");
    Path begun = shared.resolve("begun");
    Await.until("all traps", () -> Files.exists(begun) && Files.readAllLines(begun).size() == 3);
    pods.gone("beside");
    assertThat(begun).hasContent("one\ntwo\nmain");
    assertThat(shared.resolve("ended")).hasContent("main\ntwo\none");
  }

  /** A container that notes its begin, and its end when it is asked to end. */
  private static String ending(String name) {
    return """
    name: %s
        image: muster.test/tools:1
        command:
        - sh
        - -c
        - trap 'echo %1$s >> /shared/ended; exit 0' TERM; echo %1$s >> /shared/begun; while :; do sleep 0.05; done
        volumeMounts: [{name: shared, mountPath: /shared}]"""
        .formatted(name);
  }

  @Test
  void aSidecarThatFailsItsProbeIsStartedAgain() {
    pods.run(
        "sick-beside",
        """
        initContainers:
        - name: side
          image: muster.test/tools:1
          restartPolicy: Always
          command: [sh, -c, "touch /tmp/well; exec sleep 1000"]
          livenessProbe: {exec: {command: [cat, /tmp/well]}, periodSeconds: 1, failureThreshold: 1}
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    pods.runs("sick-beside");
    kubectl.run("exec", "sick-beside", "-c", "side", "--", "rm", "/tmp/well").ok();
    pods.awaitEvent("sick-beside", "Init container side failed liveness probe");
    kubectl.await(
        "pod sick-beside",
        "{.status.phase} {.status.initContainerStatuses[0].restartCount} " + RESTARTS,
        "Running 1 0"::equals);
    pods.gone("sick-beside");
  }

  @Test
  void aChangedImageIsRunAlsoWhereNothingIsRestarted() {
    pods.run(
        "changed",
        """
        restartPolicy: Never
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    pods.runs("changed");
    kubectl.run("set", "image", "pod/changed", "main=muster.test/alice:1").ok();
    kubectl.await("pod changed", "{.status.phase} " + RESTARTS, "Running 1"::equals);
    pods.awaitEvent("changed", "Container main definition changed, will be restarted");
    assertThat(pods.exec("changed", "id", "-un")).isEqualTo("alice");
    pods.gone("changed");
  }

  @Test
  void aRuleRestartsForItsExitCodeOnly() {
    pods.run(
        "ruled",
        """
        restartPolicy: Never
        volumes: [{name: notes, emptyDir: {}}]
        containers:
        - name: main
          image: muster.test/tools:1
          restartPolicy: Never
          restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]
          command: [sh, -c, "[ -e /notes/tried ] && exit 1; touch /notes/tried; exit 42"]
          volumeMounts: [{name: notes, mountPath: /notes}]
        """);
    kubectl.await("pod ruled", "{.status.phase} " + RESTARTS, "Failed 1"::equals);
    pods.gone("ruled");
  }
}
