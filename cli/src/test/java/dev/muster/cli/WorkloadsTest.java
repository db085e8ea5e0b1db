package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Admission;
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

/** Workloads as their users see them: with kubectl, on simulated nodes. */
class WorkloadsTest {
  private static LocalCluster cluster;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(Admission.defaults().enabling(Set.of("PodSecurityPolicy")))
            .with(new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1)));
    cluster = LocalCluster.withoutNode(config);
    cluster.simulateNodes(List.of("a", "b"));
    kubectl =
        Kubectl.on(
            cluster.server().kubeconfig(), Files.createDirectories(directory.resolve("home")));
    kubectl.piped(EVERYBODY, "create", "-f", "-").ok();
  }

  private static final String EVERYBODY =
      """
      apiVersion: v1
      kind: List
      items:
      - {apiVersion: v1, kind: Namespace, metadata: {name: strict}}
      - apiVersion: policy/v1beta1
        kind: PodSecurityPolicy
        metadata: {name: usual}
        spec:
          seLinux: {rule: RunAsAny}
          runAsUser: {rule: RunAsAny}
          supplementalGroups: {rule: RunAsAny}
          fsGroup: {rule: RunAsAny}
          volumes: ['*']
      - apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: use-usual}
        rules:
        - {apiGroups: [policy], resources: [podsecuritypolicies], resourceNames: [usual], verbs: [use]}
      - apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: use-usual, namespace: default}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: use-usual}
        subjects:
        - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: 'system:serviceaccounts:default'}
      """;

  @AfterAll
  static void stop() {
    cluster.stop(false);
  }

  @Test
  void aDeploymentIsRolledOutScaledChangedAndTakenBack() {
    kubectl.run("create", "deployment", "web", "--image=web:1", "--replicas=2").ok();
    assertThat(kubectl.run("rollout", "status", "deployment/web", "--timeout=60s").ok())
        .endsWith("deployment \"web\" successfully rolled out");
    kubectl.run("scale", "deployment/web", "--replicas=3").ok();
    kubectl.run("rollout", "status", "deployment/web", "--timeout=60s").ok();
    kubectl.run("set", "image", "deployment/web", "web=web:2").ok();
    kubectl.run("rollout", "status", "deployment/web", "--timeout=60s").ok();
    assertThat(images()).isEqualTo("web:2 web:2 web:2");
    assertThat(kubectl.run("rollout", "history", "deployment/web").ok())
        .contains("REVISION", "1 ", "2 ");
    kubectl.run("rollout", "undo", "deployment/web").ok();
    kubectl.run("rollout", "status", "deployment/web", "--timeout=60s").ok();
    assertThat(images()).isEqualTo("web:1 web:1 web:1");
    assertThat(kubectl.run("get", "events").ok())
        .contains("Scaled up replica set web-", "Created pod: web-");
    kubectl.run("delete", "deployment", "web", "--wait").ok();
    kubectl.run("wait", "--for=delete", "pod", "-l", "app=web", "--timeout=60s").ok();
  }

  @Test
  void aRolloutIsHeldAndGoesOn() {
    kubectl.run("create", "deployment", "held", "--image=web:1", "--replicas=2").ok();
    kubectl.run("wait", "--for=condition=Available", "deployment/held", "--timeout=60s").ok();
    kubectl.run("rollout", "pause", "deployment/held").ok();
    kubectl.run("set", "image", "deployment/held", "web=web:2").ok();
    kubectl.run("wait", "--for=condition=Progressing=Unknown", "deployment/held").ok();
    assertThat(
            kubectl
                .run("get", "deployment", "held", "-o", "jsonpath={.status.updatedReplicas}")
                .ok())
        .isEmpty();
    kubectl.run("rollout", "resume", "deployment/held").ok();
    kubectl.run("rollout", "status", "deployment/held", "--timeout=60s").ok();
    kubectl.run("rollout", "restart", "deployment/held").ok();
    kubectl.run("rollout", "status", "deployment/held", "--timeout=60s").ok();
    assertThat(kubectl.run("rollout", "history", "deployment/held", "--revision=3").ok())
        .contains("kubectl.kubernetes.io/restartedAt", "web:2");
    kubectl.run("delete", "deployment", "held").ok();
  }

  @Test
  void anAutoscalerHoldsADeploymentWithinItsBounds() {
    kubectl.run("create", "deployment", "scaled", "--image=web:1").ok();
    kubectl.run("autoscale", "deployment", "scaled", "--min=3", "--max=5").ok();
    kubectl
        .run(
            "wait",
            "--for=jsonpath={.status.availableReplicas}=3",
            "deployment/scaled",
            "--timeout=60s")
        .ok();
    assertThat(kubectl.run("describe", "hpa", "scaled").ok()).contains("New size: 3");
    kubectl.run("delete", "hpa,deployment", "scaled").ok();
  }

  @Test
  void podsFailAndRestartOnCommand() {
    kubectl.run("run", "told", "--image=web:1", "--restart=Never").ok();
    kubectl.run("wait", "--for=condition=Ready", "pod/told", "--timeout=60s").ok();
    kubectl.run("annotate", "pod", "told", "simulate.muster.dev/restarts=2").ok();
    kubectl
        .run(
            "wait",
            "--for=jsonpath={.status.containerStatuses[0].restartCount}=2",
            "pod/told",
            "--timeout=60s")
        .ok();
    kubectl.run("annotate", "pod", "told", "simulate.muster.dev/phase=Failed").ok();
    kubectl.run("wait", "--for=jsonpath={.status.phase}=Failed", "pod/told", "--timeout=60s").ok();
    assertThat(kubectl.run("get", "pod", "told", "--no-headers").ok()).contains("Error", "2 (");
    kubectl.run("delete", "pod", "told").ok();
  }

  /** Of those that are not on their way out. */
  private static String images() {
    kubectl
        .run(
            "wait",
            "--for=jsonpath={.status.terminatingReplicas}=0",
            "deployment/web",
            "--timeout=60s")
        .ok();
    return kubectl
        .run("get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].spec.containers[0].image}")
        .ok();
  }

  @Test
  void aPodSecurityPolicyDecidesOnThePodsServiceAccountNotOnTheController() {
    kubectl.run("-n", "strict", "create", "deployment", "web", "--image=web:1").ok();
    kubectl
        .run(
            "-n",
            "strict",
            "wait",
            "--for=condition=ReplicaFailure",
            "deployment/web",
            "--timeout=60s")
        .ok();
    assertThat(kubectl.run("-n", "strict", "get", "events").ok())
        .containsPattern("Warning +FailedCreate +replicaset/web-[a-z0-9]+ +Error creating: pods")
        .contains("is forbidden: PodSecurityPolicy: unable to admit pod: []");
    kubectl
        .run(
            "-n",
            "strict",
            "create",
            "rolebinding",
            "use-usual",
            "--clusterrole=use-usual",
            "--serviceaccount=strict:default")
        .ok();
    kubectl.run("-n", "strict", "rollout", "status", "deployment/web", "--timeout=80s").ok();
  }

  @Test
  void aStatefulSetAndADaemonSetRunOnAllNodes() {
    kubectl.piped(DATABASE, "create", "-f", "-").ok();
    kubectl.run("rollout", "status", "statefulset/db", "--timeout=60s").ok();
    kubectl.run("rollout", "status", "daemonset/agent", "--timeout=60s").ok();
    assertThat(
            kubectl
                .run("get", "pods", "-l", "app=db", "-o", "jsonpath={.items[*].metadata.name}")
                .ok())
        .isEqualTo("db-0 db-1");
    assertThat(
            kubectl
                .run(
                    "get",
                    "pods",
                    "-l",
                    "app=agent",
                    "--sort-by=.spec.nodeName",
                    "-o",
                    "jsonpath={.items[*].spec.nodeName}")
                .ok())
        .isEqualTo("a b");
    kubectl.run("rollout", "restart", "statefulset/db").ok();
    kubectl.run("rollout", "status", "statefulset/db", "--timeout=60s").ok();
    assertThat(kubectl.run("rollout", "history", "statefulset/db").ok()).contains("1", "2");
  }

  private static final String DATABASE =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db}
      spec:
        replicas: 2
        selector: {matchLabels: {app: db}}
        template:
          metadata: {labels: {app: db}}
          spec: {containers: [{name: c, image: 'db:1'}]}
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent}
      spec:
        selector: {matchLabels: {app: agent}}
        template:
          metadata: {labels: {app: agent}}
          spec: {containers: [{name: c, image: 'agent:1'}]}
      """;
}
