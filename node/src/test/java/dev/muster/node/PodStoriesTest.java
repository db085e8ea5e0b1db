package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.Containerd;
import dev.muster.node.cluster.Kubectl;
import dev.muster.node.cluster.TestCluster;
import java.io.BufferedReader;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods on Debian's containerd, driven by kubectl. */
class PodStoriesTest {
  @TempDir static Path directory;

  private static Containerd containerd;
  private static TestCluster cluster;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws Exception {
    containerd = Containerd.start(directory);
    cluster = TestCluster.start(directory, containerd.socket());
    kubectl = cluster.kubectl();
  }

  @AfterAll
  static void stop() throws Exception {
    kubectl.run("delete", "pods", "--all", "--grace-period=1", "--timeout=60s");
    cluster.close();
    containerd.close();
  }

  @Test
  void aPlainPodRunsAndGoes() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: plain}
        spec:
          terminationGracePeriodSeconds: 1
          containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    kubectl.await("pod plain", "{.status.phase}", "Running"::equals);
    assertThat(kubectl.get("pod plain", "{.status.conditions[?(@.type=='Ready')].status}"))
        .isEqualTo("True");
    kubectl.run("delete", "pod", "plain", "--wait=false").ok();
    kubectl.awaitGone("plain");
  }

  private static void run(String name, String spec) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 1
        %s
        """
            .formatted(name, spec.indent(2)));
  }

  private static void runs(String name) {
    kubectl.await("pod " + name, "{.status.phase}", "Running"::equals);
  }

  private static void gone(String name) {
    kubectl.run("delete", "pod", name, "--wait=false").ok();
    kubectl.awaitGone(name);
  }

  @Test
  void logsExecAndCopies() throws Exception {
    run(
        "talk",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "echo one; echo two; echo three; exec sleep 1000"]
          env:
          - {name: WHO, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
          - {name: GREETING, value: "hello $(WHO), $$(WHO) $(NOBODY)"}
        """);
    runs("talk");
    assertThat(kubectl.run("logs", "talk").ok()).isEqualTo("one\ntwo\nthree");
    assertThat(kubectl.run("logs", "talk", "--tail=1").ok()).isEqualTo("three");
    assertThat(kubectl.run("logs", "talk", "--timestamps").ok()).matches("(?s)20..-.*Z one\n.*");
    assertThat(kubectl.run("exec", "talk", "--", "sh", "-c", "echo $GREETING").ok())
        .isEqualTo("hello talk, $(WHO) $(NOBODY)");
    assertThat(kubectl.piped("from outside", "exec", "-i", "talk", "--", "cat").ok())
        .isEqualTo("from outside");
    assertThat(kubectl.run("exec", "talk", "--", "sh", "-c", "exit 3").exit()).isEqualTo(3);
    Path file = Files.writeString(directory.resolve("note"), "a note");
    kubectl.run("cp", file.toString(), "talk:/tmp/note").ok();
    assertThat(kubectl.run("exec", "talk", "--", "cat", "/tmp/note").ok()).isEqualTo("a note");
    gone("talk");
  }

  @Test
  void aPortIsForwarded() throws Exception {
    run(
        "web",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command:
          - perl
          - -MIO::Socket::INET
          - -e
          - |
            my $s = IO::Socket::INET->new(LocalPort => 8080, Listen => 5, ReuseAddr => 1) or die $!;
            while (my $c = $s->accept) {
              while (<$c>) { last if /^\\r?$/ }
              print $c "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nConnection: close\\r\\n\\r\\nhello"; close $c;
            }
          readinessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 1}
        """);
    kubectl.run("wait", "--for=condition=Ready", "pod/web", "--timeout=60s").ok();
    Process forward = kubectl.start("port-forward", "pod/web", ":8080");
    try (BufferedReader out = forward.inputReader()) {
      String line = out.readLine();
      int port = Integer.parseInt(line.replaceAll(".*127.0.0.1:(\\d+) .*", "$1"));
      URLConnection request = URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
      assertThat(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("hello");
    } finally {
      forward.destroy();
    }
    gone("web");
  }

  @Test
  void initContainersComeFirstAndInOrder() {
    run(
        "steps",
        """
        restartPolicy: Never
        volumes: [{name: work, emptyDir: {}}]
        initContainers:
        - name: first
          image: muster.test/tools:1
          command: [sh, -c, "echo first >> /work/log"]
          volumeMounts: [{name: work, mountPath: /work}]
        - name: side
          image: muster.test/tools:1
          restartPolicy: Always
          command: [sh, -c, "echo side >> /work/log; exec sleep 1000"]
          volumeMounts: [{name: work, mountPath: /work}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "sleep 0.3; cat /work/log; echo bye > /dev/termination-log; exit 7"]
          volumeMounts: [{name: work, mountPath: /work}]
        """);
    kubectl.await("pod steps", "{.status.phase}", "Failed"::equals);
    assertThat(kubectl.run("logs", "steps", "-c", "main").ok()).isEqualTo("first\nside");
    assertThat(kubectl.get("pod steps", "{.status.containerStatuses[0].state.terminated.exitCode}"))
        .isEqualTo("7");
    assertThat(kubectl.get("pod steps", "{.status.containerStatuses[0].state.terminated.message}"))
        .isEqualTo("bye");
    assertThat(
            kubectl.get("pod steps", "{.status.initContainerStatuses[0].state.terminated.reason}"))
        .isEqualTo("Completed");
    gone("steps");
  }

  @Test
  void aContainerThatEndsIsStartedAgainAndBacksOff() {
    run(
        "crash",
        """
        containers:
        - {name: main, image: "muster.test/tools:1", command: [sh, -c, "echo life; exit 1"]}
        """);
    kubectl.await(
        "pod crash",
        "{.status.containerStatuses[0].restartCount} {.status.containerStatuses[0].state.waiting.reason}",
        "1 CrashLoopBackOff"::equals);
    assertThat(kubectl.get("pod crash", "{.status.containerStatuses[0].state.waiting.message}"))
        .startsWith("back-off 10s restarting failed container=main pod=crash_default(");
    assertThat(kubectl.run("logs", "crash", "--previous").ok()).isEqualTo("life");
    assertThat(kubectl.run("events", "--for", "pod/crash").ok())
        .contains("Back-off restarting failed container main in pod crash_default(");
    gone("crash");
  }

  @Test
  void aLivenessProbeThatFailsRestartsTheContainer() {
    run(
        "sick",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "touch /tmp/well; exec sleep 1000"]
          livenessProbe: {exec: {command: [cat, /tmp/well]}, periodSeconds: 1, failureThreshold: 1}
        """);
    runs("sick");
    kubectl.run("exec", "sick", "--", "rm", "/tmp/well").ok();
    kubectl.await("pod sick", "{.status.containerStatuses[0].restartCount}", "1"::equals);
    assertThat(kubectl.run("events", "--for", "pod/sick").ok())
        .contains("Liveness probe failed: cat: /tmp/well: No such file or directory")
        .contains("Container main failed liveness probe, will be restarted");
    gone("sick");
  }

  @Test
  void secretsAreFilesWithTheirModesAndFollowTheirSource() {
    kubectl.run("create", "secret", "generic", "keys", "--from-literal=id=one").ok();
    run(
        "reader",
        """
        securityContext: {runAsUser: 1000, runAsGroup: 3000}
        volumes: [{name: keys, secret: {secretName: keys, defaultMode: 0444}}]
        containers:
        - name: main
          image: muster.test/tools:1
          volumeMounts: [{name: keys, mountPath: /keys}]
          env: [{name: KEY, valueFrom: {secretKeyRef: {name: keys, key: id}}}]
        """);
    runs("reader");
    assertThat(kubectl.run("exec", "reader", "--", "stat", "-Lc", "%a", "/keys/id").ok())
        .isEqualTo("444");
    assertThat(kubectl.run("exec", "reader", "--", "env").ok()).contains("KEY=one");
    kubectl.run("patch", "secret", "keys", "-p", "{\"stringData\":{\"id\":\"two\"}}").ok();
    String now = "";
    for (int i = 0; i < 50 && !now.equals("two"); i++) {
      now = kubectl.run("exec", "reader", "--", "cat", "/keys/id").ok();
    }
    assertThat(now).isEqualTo("two");
    gone("reader");
  }

  @Test
  void whatIsMissingIsTold() {
    run(
        "lost",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          env: [{name: KEY, valueFrom: {configMapKeyRef: {name: nowhere, key: id}}}]
        - {name: other, image: "muster.test/none:1", imagePullPolicy: Never}
        """);
    kubectl.await(
        "pod lost",
        "{.status.containerStatuses[*].state.waiting.reason}",
        "CreateContainerConfigError ErrImageNeverPull"::equals);
    assertThat(kubectl.get("pod lost", "{.status.containerStatuses[0].state.waiting.message}"))
        .isEqualTo("configmap \"nowhere\" not found");
    assertThat(kubectl.get("pod lost", "{.status.containerStatuses[1].state.waiting.message}"))
        .isEqualTo(
            "Container image \"muster.test/none:1\" is not present with pull policy of Never");
    gone("lost");
  }

  @Test
  void aContainerThatMustNotBeRootIsNot() {
    run(
        "nonroot",
        """
        securityContext: {runAsNonRoot: true}
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    kubectl.await(
        "pod nonroot",
        "{.status.containerStatuses[0].state.waiting.message}",
        m ->
            m.startsWith(
                "container has runAsNonRoot and image will run as root (pod: \"nonroot_default("));
    gone("nonroot");
  }

  @Test
  void aStrictPodIsNotPlacedOnARuntimeThatCannot() {
    run(
        "strict",
        """
        securityContext: {supplementalGroupsPolicy: Strict}
        containers: [{name: main, image: "muster.test/alice:1"}]
        """);
    kubectl.await(
        "pod strict",
        "{.status.conditions[?(@.type=='PodScheduled')].message}",
        m ->
            m.equals(
                "0/1 nodes are available: 1 node(s) didn't support the Pod's"
                    + " supplementalGroupsPolicy Strict. no new claims to deallocate, preemption: 0/1"
                    + " nodes are available: 1 Preemption is not helpful for scheduling."));
    gone("strict");
  }

  @Test
  void aStrictPodThatIsBoundAnywayIsRejected() {
    run(
        "forced",
        """
        nodeName: node-a
        securityContext: {supplementalGroupsPolicy: Strict}
        containers: [{name: main, image: "muster.test/alice:1"}]
        """);
    kubectl.await("pod forced", "{.status.phase}", "Failed"::equals);
    assertThat(kubectl.get("pod forced", "{.status.reason}: {.status.message}"))
        .isEqualTo(
            "SupplementalGroupsPolicyNotSupported: Pod was rejected: SupplementalGroupsPolicy is not"
                + " supported in this node.");
    assertThat(kubectl.run("events", "--for", "pod/forced").ok())
        .contains("SupplementalGroupsPolicy is not supported in this node.");
    assertThat(cluster.agent().metrics())
        .contains(
            "kubelet_admission_rejections_total{reason=\"SupplementalGroupsPolicyNotSupported\"} 1");
    gone("forced");
  }

  @Test
  void aNewAgentTakesOverWhatRuns() throws Exception {
    run("steady", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    runs("steady");
    String before = kubectl.get("pod steady", "{.status.containerStatuses[0].containerID}");
    cluster.stopAgent();
    cluster.startAgentAgain();
    kubectl.run("label", "pod", "steady", "seen=yes").ok();
    kubectl.run("exec", "steady", "--", "echo", "here").ok();
    assertThat(
            kubectl.get(
                "pod steady",
                "{.status.containerStatuses[0].containerID} {.status.containerStatuses[0].restartCount}"))
        .isEqualTo(before + " 0");
    gone("steady");
  }
}
