package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.MusterProgram;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code muster up} runs, in one process: API server, node and our own runtime, driven by
 * kubectl. Identities are those that a container's process reads of itself in {@code /proc}.
 */
class UpTest {
  private static final String IMAGE = "muster.local/host-tools:1";
  private static final String IDS =
      "grep -E '^(Uid|Gid|Groups):' /proc/self/status | tr -s '\\t ' ' '";

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static RunningUp up;

  @SuppressWarnings("NullAway.Init")
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws Exception {
    startCluster();
    kubectl.piped(IDENTITIES, "apply", "-f", "-").ok();
  }

  private static void startCluster() throws Exception {
    up = RunningUp.start(directory);
    kubectl = up.kubectl();
  }

  @AfterAll
  static void stop() {
    up.cluster().stop(false);
    assertThat(leftovers("")).isEmpty();
  }

  private static List<String> leftovers(String part) {
    return up.leftovers(part);
  }

  private static final String IDENTITIES =
      pod(
              "strict",
              "{runAsUser: 1000, supplementalGroups: [60000], supplementalGroupsPolicy: Strict}")
          + pod(
              "merge",
              "{runAsUser: 1000, supplementalGroups: [60000], supplementalGroupsPolicy: Merge}")
          + pod("unset", "{runAsUser: 1000, supplementalGroups: [60000]}")
          + pod("user-and-group", "{runAsUser: 9999, runAsGroup: 9999}")
          + pod("user-only", "{runAsUser: 9999}")
          + pod("group-only", "{runAsGroup: 9999}")
          + pod("neither", "{}");

  private static String pod(String name, String securityContext) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 1
      securityContext: %s
      containers: [{name: c, image: "%s", command: [sh, -c, "%s; exec sleep 1000"]}]
    """
        .formatted(name, securityContext, IMAGE, IDS);
  }

  /**
   * Root inside is nobody outside; its secret, token and scratch space are its own all the same.
   */
  @Test
  void aPodMayHaveIdsOfItsOwn() {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: for-own-users}
            stringData: {key: hush}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: own-users}
            spec:
              hostUsers: false
              terminationGracePeriodSeconds: 1
              securityContext: {runAsUser: 0, fsGroup: 2000}
              volumes:
              - {name: secret, secret: {secretName: for-own-users, defaultMode: 0400}}
              - {name: scratch, emptyDir: {}}
              containers:
              - name: c
                image: %s
                command: [sleep, "1000"]
                volumeMounts: [{name: secret, mountPath: /secret}, {name: scratch, mountPath: /scratch}]
            """
                .formatted(IMAGE),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.run("wait", "--for=condition=Ready", "pod/own-users", "--timeout=60s").ok();
    String look =
        "cat /proc/self/uid_map; cat /secret/key; echo; echo x > /scratch/x; stat -c %u:%g"
            + " /scratch/x /etc/hosts; cat /var/run/secrets/kubernetes.io/serviceaccount/namespace";
    String[] lines =
        kubectl.run("exec", "own-users", "--", "sh", "-c", look).ok().strip().split("\n");
    assertThat(lines[0].strip().split(" +")).containsExactly("0", "65536", "65536");
    assertThat(lines).contains("hush", "0:2000", "0:0", "default");
    String user =
        kubectl
            .run("get", "pod", "own-users", "-o", "jsonpath={.status.containerStatuses[0].user}")
            .ok();
    assertThat(user).contains("\"uid\":0");
    kubectl.run("delete", "pod", "own-users", "--timeout=60s").ok();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "strict,         1000, 1000, 1000 60000",
    "merge,          1000, 1000, 1000 50000 60000",
    "unset,          1000, 1000, 1000 50000 60000",
    "user-and-group, 9999, 9999, 9999",
    "user-only,      9999, 0,    0",
    "group-only,     1000, 9999, 9999 50000",
    "neither,        1000, 1000, 1000 50000",
  })
  void processesHaveTheIdentityThatTheirStatusReports(
      String pod, String uid, String gid, String groups) throws InterruptedException {
    kubectl.awaitPhase(pod, "Running");
    // it runs from its start on, and has said all a moment later
    Await.until("the log of " + pod, () -> kubectl.run("logs", pod).ok().lines().count() == 3);
    assertThat(kubectl.run("logs", pod).ok().lines().map(String::strip))
        .containsExactly(
            "Uid: %1$s %1$s %1$s %1$s".formatted(uid),
            "Gid: %1$s %1$s %1$s %1$s".formatted(gid),
            "Groups: " + groups);
    assertThat(kubectl.run("exec", pod, "--", "id", "-G").ok().split(" "))
        .containsExactlyInAnyOrder(groups.split(" "));
    String user = "{.status.containerStatuses[0].user.linux";
    assertThat(kubectl.get(pod, user + ".uid} " + user + ".gid} " + user + ".supplementalGroups}"))
        .isEqualTo("%s %s [%s]".formatted(uid, gid, groups.replace(' ', ',')));
  }

  @Test
  void anAuditNamesThosePodsThatStrictWouldTakeGroupsFrom() {
    for (String pod : List.of("strict", "merge", "neither")) {
      kubectl.awaitPhase(pod, "Running");
    }
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      String kubeconfig = "--kubeconfig=" + up.cluster().server().kubeconfig();
      assertThat(MusterProgram.run("audit", "groups", kubeconfig)).isEqualTo(3);
    } finally {
      System.setOut(before);
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" +", " ")))
        .contains("default merge c 50000", "default neither c 50000")
        .noneMatch(line -> line.contains("strict"));
  }

  @Test
  void theNodeIsReadyAndSaysWhatItsRuntimeCan() {
    String status = "{.status.conditions[?(@.type=='Ready')].status}";
    assertThat(
            kubectl
                .run(
                    "get",
                    "node",
                    "here",
                    "-o",
                    "jsonpath="
                        + status
                        + " {.status.features.supplementalGroupsPolicy}"
                        + " {.status.nodeInfo.containerRuntimeVersion}")
                .ok())
        .matches("True true muster://.*");
  }

  @Test
  void theComponentsAreAllInThisProcessAndWell() {
    assertThat(
            kubectl
                .run(
                    "get",
                    "componentstatuses",
                    "-o",
                    "jsonpath={range .items[*]}{.metadata.name}={.conditions[0].message};{end}")
                .ok())
        .isEqualTo("controller-manager=ok;etcd-0=ok;scheduler=ok;");
  }

  @Test
  void secretFilesHaveTheirModesForAUserWhoIsNotRoot() {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: keys}
            stringData: {open: public, closed: private, group: shared}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: files}
            spec:
              restartPolicy: Never
              securityContext: {runAsUser: 1000, runAsGroup: 3000}
              containers:
              - name: c
                image: %s
                command: [sh, -c, "stat -Lc '%%n %%a %%u' /keys/*; grep -o 'tmpfs /keys tmpfs ro,[a-z]*,[a-z]*' /proc/mounts; cat /keys/open; cat /keys/closed"]
                volumeMounts: [{name: keys, mountPath: /keys}]
              volumes:
              - name: keys
                secret:
                  secretName: keys
                  defaultMode: 0444
                  items: [{key: open, path: open}, {key: closed, path: closed, mode: 0400}]
            """
                .formatted(IMAGE),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.awaitPhase("files", "Failed");
    assertThat(kubectl.run("logs", "files").ok())
        .isEqualTo(
            """
            /keys/closed 400 0
            /keys/open 444 0
            tmpfs /keys tmpfs ro,nosuid,nodev
            publiccat: /keys/closed: Permission denied""");
  }

  @Test
  void aPodThatWritesMoreThanItMayIsEvicted() {
    kubectl
        .piped(
            pod("writing", "{runAsUser: 0}")
                .replace(IDS, "head -c 2000000 /dev/zero > /file")
                .replace("}]", ", resources: {limits: {ephemeral-storage: 1Mi}}}]"),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.awaitPhase("writing", "Failed");
    assertThat(kubectl.get("writing", "{.status.reason}: {.status.message}"))
        .isEqualTo(
            "Evicted: Pod ephemeral local storage usage exceeds the total limit of containers"
                + " 1Mi.");
    kubectl.run("delete", "pod", "writing", "--timeout=60s").ok();
  }

  @Test
  void aCommandRunsToItsEndBeforeTheEyesOfItsUser() {
    assertThat(
            kubectl
                .run(
                    "run",
                    "hello",
                    "--image=" + IMAGE,
                    "--restart=Never",
                    "--attach",
                    "--rm",
                    "--quiet",
                    "--",
                    "id")
                .ok())
        .isEqualTo("uid=1000(alice) gid=1000(alice) groups=1000(alice),50000(group-in-image)");
  }

  @Test
  void aDeletedPodLeavesNothingBehind() throws Exception {
    kubectl.piped(pod("brief", "{}"), "apply", "-f", "-").ok();
    kubectl.awaitPhase("brief", "Running");
    assertThat(kubectl.run("events", "--for", "pod/brief", "--types=Warning").ok())
        .as("it runs at the first attempt")
        .isEmpty();
    String sandbox = sandboxOf("brief");
    String container =
        kubectl.get("brief", "{.status.containerStatuses[0].containerID}").replace("muster://", "");
    String uid = kubectl.get("brief", "{.metadata.uid}");
    assertThat(List.of(sandbox, container, uid)).noneMatch(each -> leftovers(each).isEmpty());
    kubectl.run("delete", "pod", "brief", "--timeout=60s").ok();
    for (String each : List.of(sandbox, container, uid)) { // the API forgets it before they go
      Await.until("the end of " + each, () -> leftovers(each).isEmpty());
    }
  }

  /** It is there until the end of the tests, where nothing may be left of it either. */
  @Test
  void aPodThatWaitsForAVolumeHasTheOthersAlready() throws Exception {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: waiting}
            spec:
              containers:
              - {name: c, image: %s, volumeMounts: [{name: absent, mountPath: /absent}]}
              volumes:
              - {name: absent, secret: {secretName: absent}}
            """
                .formatted(IMAGE),
            "apply",
            "-f",
            "-")
        .ok();
    String uid = kubectl.get("waiting", "{.metadata.uid}");
    Await.until("a mount of " + uid, () -> !leftovers(uid).isEmpty());
    assertThat(kubectl.get("waiting", "{.status.phase}")).isEqualTo("Pending");
  }

  private static String sandboxOf(String pod) throws IOException {
    String uid = kubectl.get(pod, "{.metadata.uid}");
    for (String sandbox : new RuntimeTraces(directory).sandboxes()) {
      Path config =
          directory.resolve("data/runtime/sandboxes").resolve(sandbox).resolve("config.pb");
      if (new String(Files.readAllBytes(config), StandardCharsets.ISO_8859_1).contains(uid)) {
        return sandbox;
      }
    }
    throw new AssertionError("no sandbox of " + pod);
  }

  /** A process that is busy is seen to be, within the tenth of a processor that it may use. */
  @Test
  void topShowsWhatPodsAndNodesUse() throws Exception {
    kubectl
        .piped(
            pod("busy", "{}")
                .replace(IDS + "; exec sleep 1000", "while :; do :; done")
                .replace("}]", ", resources: {limits: {cpu: 100m, memory: 20Mi}}}]"),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.awaitPhase("busy", "Running");
    Await.until(
        "the use of busy",
        () ->
            kubectl.run("top", "pod", "busy").ok().matches("(?s)NAME .*busy +[1-9][0-9]*m .*Mi.*"));
    assertThat(kubectl.run("top", "pod", "busy", "--containers", "--no-headers").ok())
        .matches("busy +c +[0-9]+m +[0-9]+Mi *");
    assertThat(kubectl.run("top", "pod", "-l", "nobody=here").ok()).isEmpty();
    assertThat(kubectl.run("top", "node", "--no-headers").ok())
        .matches("here +[0-9]+m +[0-9]+% +[0-9]+Mi +[0-9]+% *");
    assertThat(
            kubectl.run("get", "pods.metrics.k8s.io", "busy").ok().lines().findFirst().orElse(""))
        .matches("NAME +CPU +MEMORY +WINDOW");
    assertThat(kubectl.run("top", "pod", "absent").refused())
        .contains("pods \"default/absent\" not found");
    assertThat(kubectl.run("top", "pod", "--as=alice").refused())
        .contains(
            "pods.metrics.k8s.io is forbidden: User \"alice\" cannot list resource \"pods\" in API"
                + " group \"metrics.k8s.io\" in the namespace \"default\"");
    kubectl.run("delete", "pod", "busy", "--timeout=60s").ok();
  }

  /** The status tells what the runtime holds the container to, and so does the kernel. */
  @Test
  void aResizeIsThereWhenTheStatusSaysSo() throws Exception {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: sized}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
          - name: c
            image: %s
            command: [sleep, "1000"]
            resources: {requests: {cpu: 100m, memory: 20Mi}, limits: {cpu: 200m, memory: 40Mi}}
        """
            .formatted(IMAGE);
    kubectl.piped(pod, "apply", "-f", "-").ok();
    kubectl.awaitPhase("sized", "Running");
    String grown =
        "spec: {containers: [{name: c, resources: {requests: {cpu: 150m, memory: 30Mi},"
            + " limits: {cpu: 300m, memory: 60Mi}}}]}";
    kubectl.run("patch", "pod", "sized", "--subresource=resize", "-p", grown).ok();
    Await.until(
        "the resources of sized",
        () ->
            kubectl
                .get("sized", "{.status.containerStatuses[0].resources}")
                .equals(
                    "{\"limits\":{\"cpu\":\"300m\",\"memory\":\"60Mi\"},"
                        + "\"requests\":{\"cpu\":\"150m\",\"memory\":\"30Mi\"}}"));
    String id =
        kubectl.get("sized", "{.status.containerStatuses[0].containerID}").replace("muster://", "");
    try (Stream<Path> all = Files.walk(Path.of("/sys/fs/cgroup/memory/muster"), 2)) {
      Path cgroup = all.filter(each -> each.endsWith(id)).findFirst().orElseThrow();
      assertThat(cgroup.resolve("memory.limit_in_bytes")).content().isEqualTo("62914560\n");
    }
    kubectl.run("delete", "pod", "sized", "--timeout=60s").ok();
  }

  @Test
  void podsThatAreKeptGoOnUnderTheNextStart() throws Exception {
    kubectl.awaitPhase("merge", "Running");
    String id =
        "{.status.containerStatuses[0].containerID} {.status.containerStatuses[0].restartCount}";
    String before = kubectl.get("merge", id);
    up.cluster().stop(true);
    assertThat(leftovers("conmon")).isNotEmpty();
    startCluster();
    assertThat(kubectl.run("exec", "merge", "--", "id", "-G").ok()).isEqualTo("1000 50000 60000");
    assertThat(kubectl.get("merge", id)).isEqualTo(before);
    assertThat(kubectl.run("logs", "merge").ok()).contains("Groups: 1000 50000 60000");
  }
}
