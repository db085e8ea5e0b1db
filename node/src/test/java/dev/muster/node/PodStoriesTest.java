package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Pods on Debian's containerd, driven by kubectl. */
@ExtendWith(OnContainerd.class)
class PodStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  PodStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void aPlainPodRunsAndGoes() {
    pods.run("plain", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("plain");
    assertThat(kubectl.get("pod plain", "{.status.conditions[?(@.type=='Ready')].status}"))
        .isEqualTo("True");
    pods.gone("plain");
  }

  @Test
  void logsExecAndCopies() throws Exception {
    pods.run(
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
    pods.runs("talk");
    assertThat(kubectl.run("logs", "talk").ok()).isEqualTo("one\ntwo\nthree");
    assertThat(kubectl.run("logs", "talk", "--tail=1").ok()).isEqualTo("three");
    assertThat(kubectl.run("logs", "talk", "--timestamps").ok()).matches("(?s)20..-.*Z one\n.*");
    assertThat(kubectl.run("exec", "talk", "--", "sh", "-c", "echo $GREETING").ok())
        .isEqualTo("hello talk, $(WHO) $(NOBODY)");
    assertThat(kubectl.piped("from outside", "exec", "-i", "talk", "--", "cat").ok())
        .isEqualTo("from outside");
    assertThat(kubectl.run("exec", "talk", "--", "sh", "-c", "exit 3").exit()).isEqualTo(3);
    Path file = Files.writeString(pods.directory().resolve("note"), "a note");
    kubectl.run("cp", file.toString(), "talk:/tmp/note").ok();
    assertThat(kubectl.run("exec", "talk", "--", "cat", "/tmp/note").ok()).isEqualTo("a note");
    Path back = pods.directory().resolve("note-back");
    kubectl.run("cp", "talk:/tmp/note", back.toString()).ok();
    assertThat(back).hasContent("a note");
    pods.gone("talk");
  }

  @Test
  void aPortIsForwarded() throws Exception {
    pods.run(
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
    pods.gone("web");
  }

  @Test
  void initContainersComeFirstAndInOrder() {
    pods.run(
        "steps",
        """
        restartPolicy: Never
        volumes: [{name: notes, emptyDir: {}}]
        initContainers:
        - name: first
          image: muster.test/tools:1
          command: [sh, -c, "echo first >> /notes/log"]
          volumeMounts: [{name: notes, mountPath: /notes}]
        - name: side
          image: muster.test/tools:1
          restartPolicy: Always
          command: [sh, -c, "echo side >> /notes/log; exec sleep 1000"]
          volumeMounts: [{name: notes, mountPath: /notes}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "sleep 0.3; cat /notes/log; echo bye > /dev/termination-log; exit 7"]
          volumeMounts: [{name: notes, mountPath: /notes}]
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
    pods.gone("steps");
  }

  @Test
  void aContainerThatEndsIsStartedAgainAndBacksOff() {
    pods.run(
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
    pods.gone("crash");
  }

  @Test
  void aLivenessProbeThatFailsRestartsTheContainer() {
    pods.run(
        "sick",
        """
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "touch /tmp/well; exec sleep 1000"]
          livenessProbe: {exec: {command: [cat, /tmp/well]}, periodSeconds: 1, failureThreshold: 1}
        """);
    pods.runs("sick");
    kubectl.run("exec", "sick", "--", "rm", "/tmp/well").ok();
    kubectl.await("pod sick", "{.status.containerStatuses[0].restartCount}", "1"::equals);
    assertThat(kubectl.run("events", "--for", "pod/sick").ok())
        .contains("Liveness probe failed: cat: /tmp/well: No such file or directory")
        .contains("Container main failed liveness probe, will be restarted");
    pods.gone("sick");
  }

  @Test
  void secretsAreFilesWithTheirModesAndFollowTheirSource() {
    kubectl.run("create", "secret", "generic", "keys", "--from-literal=id=one").ok();
    pods.run(
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
    pods.runs("reader");
    assertThat(kubectl.run("exec", "reader", "--", "stat", "-Lc", "%a", "/keys/id").ok())
        .isEqualTo("444");
    assertThat(kubectl.run("exec", "reader", "--", "env").ok()).contains("KEY=one");
    kubectl.run("patch", "secret", "keys", "-p", "{\"stringData\":{\"id\":\"two\"}}").ok();
    Await.until("the file", () -> pods.exec("reader", "cat", "/keys/id"), "two"::equals);
    pods.gone("reader");
  }

  @Test
  void whatIsMissingIsTold() {
    pods.run(
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
    pods.gone("lost");
  }

  @Test
  void aContainerThatMustNotBeRootIsNot() {
    pods.run(
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
    pods.gone("nonroot");
  }

  @Test
  void aStrictPodIsNotPlacedOnARuntimeThatCannot() {
    pods.run(
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
    pods.gone("strict");
  }

  @Test
  void aStrictPodThatIsBoundAnywayIsRejected() {
    pods.run(
        "forced",
        """
        nodeName: node-a
        securityContext: {supplementalGroupsPolicy: Strict}
        containers: [{name: main, image: "muster.test/alice:1"}]
        """);
    kubectl.await("pod forced", "{.status.phase}", "Failed"::equals);
    assertThat(kubectl.get("pod forced", "{.status.reason}: {.status.message}"))
        .isEqualTo(
            "SupplementalGroupsPolicyNotSupported: Pod was rejected: Error: SupplementalGroupsPolicy is not"
                + " supported in this node.");
    assertThat(kubectl.run("events", "--for", "pod/forced").ok())
        .containsPattern(
            "Warning +SupplementalGroupsPolicyNotSupported +Pod/forced +Error: SupplementalGroupsPolicy is"
                + " not supported in this node\\.");
    assertThat(pods.cluster().agent().metrics())
        .contains(
            "kubelet_admission_rejections_total{reason=\"SupplementalGroupsPolicyNotSupported\"} 1");
    pods.gone("forced");
  }

  /** As the pods of a node that was out of reach, which were marked as not ready meanwhile. */
  @Test
  void aStatusThatSomebodyElseHasChangedIsPutRight() {
    pods.run("marked", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    String ready = "{.status.conditions[?(@.type=='Ready')].status}";
    kubectl.await("pod marked", ready, "True"::equals);
    String patch = "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}";
    assertThat(
            kubectl
                .run(
                    "patch",
                    "pod",
                    "marked",
                    "--subresource=status",
                    "-p",
                    patch,
                    "-o",
                    "jsonpath=" + ready)
                .ok())
        .isEqualTo("False");
    kubectl.await("pod marked", ready, "True"::equals);
    pods.gone("marked");
  }

  /** Each ends within a moment of its start, so that all of it is over before anybody looks. */
  @Test
  void lastWordsOfShortPodsAreHeard() {
    String many = "printf '%05000d' 0; ";
    Map<String, String> commands = new LinkedHashMap<>();
    for (int i = 0; i < 6; i++) {
      commands.put("word-" + i, "echo -n DONE > /dev/termination-log; exit " + i % 2);
    }
    commands.put("word-of-log", "echo from the log; exit 1");
    commands.put("word-of-file", "echo from the log; echo -n both > /dev/termination-log; exit 1");
    commands.put("word-of-none", "echo from the log; exit 0");
    commands.put("word-long", "(" + many + "echo -n END) > /dev/termination-log");
    commands.put("word-long-log", many + "echo END; exit 1");
    StringBuilder all = new StringBuilder();
    commands.forEach(
        (name, command) ->
            all.append(
                """
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, labels: {words: last}}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: muster.test/tools:1
                    terminationMessagePolicy: FallbackToLogsOnError
                    command: [sh, -c, "%s"]
                """
                    .formatted(name, command)));
    kubectl.apply(all.toString());
    commands
        .keySet()
        .forEach(
            name ->
                kubectl.await(
                    "pod " + name,
                    "{.status.phase}",
                    phase -> phase.equals("Succeeded") || phase.equals("Failed")));
    Map<String, String> words = new LinkedHashMap<>();
    kubectl
        .run(
            "get",
            "pods",
            "-l",
            "words=last",
            "-o",
            "jsonpath={range .items[*]}{.metadata.name}="
                + "{.status.containerStatuses[0].state.terminated.message};{end}")
        .ok()
        .replace("\n", "~")
        .transform(text -> List.of(text.split(";")))
        .forEach(line -> words.put(line.split("=", 2)[0], line.split("=", 2)[1]));
    Map<String, String> expected = new LinkedHashMap<>();
    commands.keySet().stream()
        .filter(name -> name.matches("word-[0-9]"))
        .forEach(name -> expected.put(name, "DONE"));
    expected.put("word-of-log", "from the log~");
    expected.put("word-of-file", "both");
    expected.put("word-of-none", "");
    expected.put("word-long", "0".repeat(4093) + "END");
    expected.put("word-long-log", "0".repeat(2044) + "END~");
    assertThat(words).containsExactlyInAnyOrderEntriesOf(expected);
    kubectl.run("delete", "pods", "-l", "words=last", "--grace-period=1").ok();
  }

  @Test
  void aKernelParameterThatIsNotThePodsOwnKeepsItAway() {
    pods.run(
        "parameters",
        """
        securityContext:
          sysctls: [{name: net.core.somaxconn, value: "99"}, {name: kernel.msgmax, value: "8192"}]
        containers: [{name: main, image: "muster.test/tools:1"}]
        """);
    kubectl.await("pod parameters", "{.status.reason}", "SysctlForbidden"::equals);
    assertThat(
            kubectl.get(
                "pod parameters", "{.status.phase} {.status.observedGeneration} {.status.message}"))
        .isEqualTo(
            "Failed 1 Pod was rejected: forbidden sysctl: \"kernel.msgmax\" not allowlisted");
    pods.awaitEvent("parameters", "forbidden sysctl: \"kernel.msgmax\" not allowlisted");
    pods.gone("parameters");
  }

  @Test
  void hostsFilesSayWhoMadeThem() throws Exception {
    pods.run(
        "hosts",
        """
        hostAliases: [{ip: 10.1.2.3, hostnames: [one, two]}]
        containers: [{name: main, image: "muster.test/tools:1", command: [sleep, "1000"]}]
        """);
    pods.run(
        "hosts-of-node",
        """
        hostNetwork: true
        containers: [{name: main, image: "muster.test/tools:1", command: [sleep, "1000"]}]
        """);
    pods.runs("hosts");
    pods.runs("hosts-of-node");
    assertThat(pods.exec("hosts", "cat", "/etc/hosts"))
        .startsWith("# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n")
        .endsWith("\n\n# Entries added by HostAliases.\n10.1.2.3\tone\ttwo");
    assertThat(pods.exec("hosts-of-node", "cat", "/etc/hosts"))
        .isEqualTo(
            "# Kubernetes-managed hosts file (host network).\n"
                + Files.readString(Path.of("/etc/hosts")).stripTrailing());
    pods.gone("hosts");
    pods.gone("hosts-of-node");
  }

  @Test
  void theNodesLeaseIsTheNodes() {
    assertThat(
            kubectl
                .run(
                    "get",
                    "lease",
                    "-n",
                    "kube-node-lease",
                    "node-a",
                    "-o",
                    "jsonpath={.metadata.ownerReferences}")
                .ok())
        .isEqualTo(
            "[{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"node-a\",\"uid\":\""
                + kubectl.get("node node-a", "{.metadata.uid}")
                + "\"}]");
  }

  /** Things that somebody else counts: said to the API, given to pods, and not given twice. */
  @Test
  void whatSomebodyAddsToTheNodeIsGivenToPods() {
    status("add", "/status/capacity/example.com~1dongle", ", \"value\": \"2\"");
    String allocatable = "has {.status.allocatable.example\\.com/dongle}";
    kubectl.await("node node-a", allocatable, "has 2"::equals);
    pods.run("dongles", dongles("", 2));
    pods.runs("dongles");
    pods.run("dongle-too-many", dongles("nodeName: node-a", 1));
    kubectl.await(
        "pod dongle-too-many",
        "{.status.phase} {.status.reason} {.status.message}",
        ("Failed OutOfexample.com/dongle Pod was rejected: Node didn't have enough resource:"
                + " example.com/dongle, requested: 1, used: 2, capacity: 2")
            ::equals);
    pods.gone("dongles");
    pods.gone("dongle-too-many");
    status("remove", "/status/capacity/example.com~1dongle", "");
    kubectl.await("node node-a", allocatable, "has "::equals);
    pods.run("dongle-of-another", dongles("nodeName: node-a", 1));
    pods.runs("dongle-of-another");
    pods.gone("dongle-of-another");
  }

  private void status(String what, String path, String value) {
    kubectl
        .run(
            "patch",
            "node",
            "node-a",
            "--subresource=status",
            "--type=json",
            "-p",
            "[{\"op\": \"%s\", \"path\": \"%s\"%s}]".formatted(what, path, value))
        .ok();
  }

  private static String dongles(String more, int count) {
    return """
    %s
    containers:
    - name: main
      image: muster.test/tools:1
      command: [sleep, "1000"]
      resources: {limits: {example.com/dongle: %d}}
    """
        .formatted(more, count);
  }
}
