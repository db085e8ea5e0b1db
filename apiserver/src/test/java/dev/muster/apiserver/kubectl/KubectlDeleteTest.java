package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** kubectl delete, with the controllers that empty namespaces and collect dependents. */
@Timeout(120)
@MostlyWaits
class KubectlDeleteTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withControllers(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("delete");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void oneObject() {
    kubectl.run("create", "cm", "one").ok();
    assertThat(kubectl.run("delete", "cm", "one").ok()).isEqualTo("configmap \"one\" deleted");
    assertThat(kubectl.run("delete", "cm", "one").refused())
        .isEqualTo("Error from server (NotFound): configmaps \"one\" not found");
    assertThat(kubectl.run("delete", "cm", "one", "--ignore-not-found").ok()).isEmpty();
  }

  @Test
  void thoseWithALabel() {
    kubectl.run("create", "cm", "kept").ok();
    kubectl.run("create", "cm", "old1").ok();
    kubectl.run("create", "cm", "old2").ok();
    kubectl.run("label", "cm", "old1", "old2", "age=old").ok();
    assertThat(kubectl.run("delete", "cm", "-l", "age=old").ok().lines())
        .containsExactly("configmap \"old1\" deleted", "configmap \"old2\" deleted");
    assertThat(kubectl.run("get", "cm", "kept", "-o", "name").ok()).isEqualTo("configmap/kept");
  }

  @Test
  void aDryRunDeletesNothing() {
    kubectl.run("create", "cm", "safe").ok();
    assertThat(kubectl.run("delete", "cm", "safe", "--dry-run=server").ok())
        .isEqualTo("configmap \"safe\" deleted (server dry run)");
    assertThat(kubectl.run("get", "cm", "safe", "-o", "name").ok()).isEqualTo("configmap/safe");
  }

  @Test
  void aPodAtOnce() {
    kubectl.run("run", "p", "--image=nginx").ok();
    Run run = kubectl.run("delete", "pod", "p", "--force", "--grace-period=0");
    assertThat(run.ok()).isEqualTo("pod \"p\" force deleted");
  }

  @Test
  void anEvictedPodSaysSo() {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: evicted, finalizers: [example.com/hold]}
            spec: {nodeName: far, containers: [{name: c, image: nginx}]}
            """,
            "create",
            "-f",
            "-")
        .ok();
    String condition =
        "jsonpath={.metadata.deletionGracePeriodSeconds}{range"
            + " .status.conditions[?(@.type=='DisruptionTarget')]} {.status} {.reason}"
            + " {.message}{end}";
    evict("evicted", "\"dryRun\": [\"All\"]").ok();
    assertThat(kubectl.run("get", "pod", "evicted", "-o", condition).ok()).isEmpty();
    assertThat(evict("evicted", "\"preconditions\": {\"uid\": \"other\"}").refused())
        .startsWith("Error from server (Conflict): Operation cannot be fulfilled on");
    assertThat(kubectl.run("get", "pod", "evicted", "-o", condition).ok()).isEmpty();
    String version =
        kubectl.run("get", "pod", "evicted", "-o", "jsonpath={.metadata.resourceVersion}").ok();
    evict("evicted", "\"preconditions\": {\"resourceVersion\": \"" + version + "\"}").ok();
    assertThat(kubectl.run("get", "pod", "evicted", "-o", condition).ok())
        .isEqualTo("30 True EvictionByEvictionAPI Eviction API: evicting");
    kubectl
        .run(
            "patch", "pod", "evicted", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}")
        .ok();
  }

  private static Run evict(String pod, String options) {
    return kubectl.piped(
        """
        {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "%s"},
         "deleteOptions": {%s}}
        """
            .formatted(pod, options),
        "create",
        "--raw",
        "/api/v1/namespaces/delete/pods/" + pod + "/eviction",
        "-f",
        "-");
  }

  @Test
  void dependentsFollowInTheBackground() {
    ownerAndDependent("background");
    kubectl.run("delete", "cm", "background").ok();
    kubectl.run("wait", "--for=delete", "cm/background-child", "--timeout=60s").ok();
  }

  @Test
  void dependentsGoFirstInTheForeground() {
    ownerAndDependent("foreground");
    kubectl.run("delete", "cm", "foreground", "--cascade=foreground").ok();
    assertThat(kubectl.run("get", "cm", "foreground-child").refused())
        .isEqualTo("Error from server (NotFound): configmaps \"foreground-child\" not found");
  }

  @Test
  void orphansStay() {
    ownerAndDependent("orphan");
    kubectl.run("delete", "cm", "orphan", "--cascade=orphan").ok();
    assertThat(
            kubectl
                .run("get", "cm", "orphan-child", "-o", "jsonpath={.metadata.ownerReferences}")
                .ok())
        .isEmpty();
  }

  @Test
  void aNamespaceTakesItsContentWithIt() {
    Kubectl other = kubectl.inNew("doomed");
    other.run("create", "cm", "inside").ok();
    other.run("run", "p", "--image=nginx").ok();
    assertThat(kubectl.run("delete", "namespace", "doomed").ok())
        .isEqualTo("namespace \"doomed\" deleted");
    assertThat(kubectl.run("get", "cm", "-A", "--field-selector=metadata.name=inside").err())
        .isEqualTo("No resources found\n");
    assertThat(other.run("create", "cm", "late").refused())
        .isEqualTo("error: failed to create configmap: namespaces \"doomed\" not found");
  }

  private static void ownerAndDependent(String owner) {
    kubectl.run("create", "cm", owner).ok();
    String uid = kubectl.run("get", "cm", owner, "-o", "jsonpath={.metadata.uid}").ok();
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: %1$s-child
              ownerReferences:
              - {apiVersion: v1, kind: ConfigMap, name: %1$s, uid: %2$s, blockOwnerDeletion: true}
            """
                .formatted(owner, uid),
            "create",
            "-f",
            "-")
        .ok();
  }
}
