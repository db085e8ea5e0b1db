package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.proxy.OutsideAddress;
import dev.muster.apiserver.proxy.RawBackend;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the document on authorization plugins, line by line, to the letter: what each of
 * them lets kubectl do and what not, to the bottom of pods and nodes.
 */
@MostlyWaits
class KubectlAbacStoriesTest {
  private static final String CARIBOU = "projectcaribou";

  /** Names of namespaces are lower case today; apart from that the lines are the document's own. */
  private static final String POLICY =
      """
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "alice", "namespace": "*", "resource": "*", "apiGroup": "*"}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "kubelet", "namespace": "*", "resource": "pods", "readonly": true}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "kubelet", "namespace": "*", "resource": "events"}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "bob", "namespace": "projectcaribou", "resource": "pods", "readonly": true}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"group": "system:authenticated", "readonly": true, "nonResourcePath": "*"}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"group": "system:unauthenticated", "readonly": true, "nonResourcePath": "*"}}
      {"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"system:serviceaccount:kube-system:default","namespace":"*","resource":"*","apiGroup":"*"}}
      """;

  /** What a pod and its node can be asked for, beside the object itself. */
  private static final List<String> RUNS =
      List.of(
          "exec web -- id",
          "attach web",
          "port-forward web :80",
          "create --raw /api/v1/namespaces/NS/pods/web/proxy/ -f /dev/null");

  @TempDir private static Path directory;
  private static RunningServer server;
  private static RawBackend node;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.jsonl"), POLICY);
    server =
        RunningServer.configured(
            directory, config -> config.with(Authorization.by("ABAC").withPolicyFile(policy)));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    String address = OutsideAddress.get();
    node =
        new RawBackend(
            address,
            Pki.open(PkiOptions.in(directory.resolve("data")), Clock.systemUTC())
                .nodeServerContext("node-1", List.of("node-1", address))
                .getServerSocketFactory());
    node.answers("text/plain", "the node's answer\n");
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: node-1}
            status:
              addresses: [{type: InternalIP, address: "%s"}]
              daemonEndpoints: {kubeletEndpoint: {Port: %d}}
            """
                .formatted(address, node.port()),
            "create",
            "-f",
            "-")
        .ok();
    kubectl.run("create", "namespace", CARIBOU).ok();
    for (String namespace : List.of("default", CARIBOU)) {
      kubectl
          .piped(
              """
              apiVersion: v1
              kind: Pod
              metadata: {name: web, namespace: %s}
              spec: {nodeName: node-1, containers: [{name: web, image: i, ports: [{containerPort: 80}]}]}
              """
                  .formatted(namespace),
              "create",
              "-n",
              namespace,
              "-f",
              "-")
          .ok();
      kubectl
          .run(
              "patch",
              "pod",
              "web",
              "-n",
              namespace,
              "--subresource=status",
              "-p",
              "{\"status\":{\"phase\":\"Running\"}}")
          .ok();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    node.close();
  }

  private static Run as(String user, String namespace, String command) {
    List<String> words =
        new ArrayList<>(Arrays.asList(command.replace("NS", namespace).split(" ")));
    words.addAll(words.contains("--") ? words.indexOf("--") : words.size(), flags(user, namespace));
    return kubectl.piped("", Map.of(), words.toArray(String[]::new));
  }

  private static List<String> flags(String user, String namespace) {
    return List.of("--as=" + user, "--namespace=" + namespace);
  }

  private static void may(String user, String namespace, String command) {
    assertThat(as(user, namespace, command).err()).as(command).doesNotContain("orbidden");
  }

  private static void mayNot(String user, String namespace, String command) {
    Run run = as(user, namespace, command);
    assertThat(run.exit()).as(command).isNotZero();
    assertThat(run.err()).as(command).contains("orbidden");
  }

  @Test
  void aliceCanDoAnythingToAllResources() {
    may("alice", "default", "get secrets");
    may("alice", "default", "create configmap notes --from-literal=a=b");
    may("alice", "default", "create clusterrole r --verb=get --resource=pods");
    assertThat(as("alice", "default", "logs web").ok()).isEqualTo("the node's answer");
    assertThat(as("alice", "default", "get --raw /api/v1/nodes/node-1/proxy/metrics").ok())
        .isEqualTo("the node's answer");
    RUNS.forEach(command -> may("alice", "default", command));
    mayNot("alice", "default", "create --raw /version -f /dev/null");
  }

  @Test
  void kubeletCanReadAnyPods() {
    for (String namespace : List.of("default", CARIBOU)) {
      assertThat(as("kubelet", namespace, "get pods -o name").ok()).isEqualTo("pod/web");
      // a line names a resource with all its parts, and reading a log or a proxy only reads
      assertThat(as("kubelet", namespace, "logs web").ok()).isEqualTo("the node's answer");
      assertThat(as("kubelet", namespace, "get --raw /api/v1/namespaces/NS/pods/web/proxy/").err())
          .contains("address not allowed");
    }
    RUNS.forEach(command -> mayNot("kubelet", "default", command));
    mayNot("kubelet", "default", "delete pod web --wait=false");
    mayNot("kubelet", "default", "label pod web a=b");
    may("kubelet", "default", "get pods --all-namespaces");
    mayNot("kubelet", "default", "get secrets");
    mayNot("kubelet", "default", "get nodes");
    mayNot("kubelet", "default", "get --raw /api/v1/nodes/node-1/proxy/metrics");
    // the line leaves the group empty, which is the core group and no other
    mayNot("kubelet", "default", "get --raw /apis/metrics.k8s.io/v1beta1/pods");
  }

  @Test
  void kubeletCanReadAndWriteEvents() {
    String event =
        """
        apiVersion: v1
        kind: Event
        metadata: {name: e, namespace: default}
        involvedObject: {kind: Pod, namespace: default, name: web}
        reason: Seen
        """;
    kubectl.piped(event, "create", "-f", "-", "--as=kubelet").ok();
    may("kubelet", "default", "get events");
    may("kubelet", "default", "delete event e");
    mayNot("kubelet", "default", "create configmap e");
    // events.k8s.io is another group
    mayNot("kubelet", "default", "get events.events.k8s.io");
  }

  @Test
  void bobCanJustReadPodsInNamespaceProjectCaribou() {
    assertThat(as("bob", CARIBOU, "get pods -o name").ok()).isEqualTo("pod/web");
    assertThat(as("bob", CARIBOU, "logs web").ok()).isEqualTo("the node's answer");
    RUNS.forEach(command -> mayNot("bob", CARIBOU, command));
    mayNot("bob", CARIBOU, "delete pod web --wait=false");
    mayNot("bob", CARIBOU, "get configmaps");
    mayNot("bob", "default", "get pods");
    mayNot("bob", "default", "logs web");
    mayNot("bob", CARIBOU, "get pods --all-namespaces");
  }

  @Test
  void anyoneCanMakeReadOnlyRequestsToAllNonResourcePaths() {
    may("carol", "default", "get --raw /version");
    may("carol", "default", "get --raw /openapi/v3");
    mayNot("carol", "default", "create --raw /version -f /dev/null");
    mayNot("carol", "default", "delete --raw /version");
    mayNot("carol", "default", "get pods");
    assertThat(server.client("").send("GET", "/healthz", null, Map.of("Authorization", List.of())))
        .as("who shows nothing, too")
        .extracting("status")
        .isEqualTo(200);
    assertThat(
            server
                .client("")
                .send("GET", "/api/v1/pods", null, Map.of("Authorization", List.of()))
                .status())
        .isEqualTo(403);
  }

  @Test
  void theDefaultServiceAccountInTheKubeSystemHasFullPrivilege() {
    may("system:serviceaccount:kube-system:default", "default", "get secrets");
    may("system:serviceaccount:kube-system:default", "default", "exec web -- id");
    mayNot("system:serviceaccount:default:default", "default", "get secrets");
  }
}
