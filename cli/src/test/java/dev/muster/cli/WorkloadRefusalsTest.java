package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.controllers.ControllerList;
import dev.muster.testing.GmsaProposal;
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
 * Deployments whose pods are refused: the reason is an event of whoever wanted to make them, and
 * they are there as soon as it is gone.
 */
class WorkloadRefusalsTest {
  @TempDir static Path directory;

  private static LocalCluster cluster;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1)));
    cluster = LocalCluster.withoutNode(config);
    cluster.simulateNodes(List.of("a"));
    kubectl =
        Kubectl.on(
            cluster.server().kubeconfig(), Files.createDirectories(directory.resolve("home")));
  }

  @AfterAll
  static void stop() {
    cluster.stop(false);
  }

  private static void awaitFailure(String namespace, String deployment) {
    kubectl
        .run(
            "-n",
            namespace,
            "wait",
            "--for=condition=ReplicaFailure",
            "deployment/" + deployment,
            "--timeout=60s")
        .ok();
  }

  private static String events(String namespace) {
    return kubectl
        .run("-n", namespace, "get", "events", "--field-selector=reason=FailedCreate")
        .ok();
  }

  private static void awaitRollout(String namespace, String deployment) {
    kubectl
        .run("-n", namespace, "rollout", "status", "deployment/" + deployment, "--timeout=80s")
        .ok();
  }

  /** The proposal asks for both: who creates the pod, and the service account that it names. */
  @Test
  void aGroupManagedServiceAccountIsForAPodWhoseServiceAccountMayUseIt() throws IOException {
    Path spec = directory.resolve("credspec.json");
    Files.writeString(spec, GmsaProposal.CREDENTIAL_SPEC);
    kubectl
        .run("create", "configmap", "webserver-credspec", "--from-file=gmsa-cred-spec=" + spec)
        .ok();
    kubectl.piped(GmsaProposal.ROLE_AND_BINDING, "apply", "-f", "-").ok();
    kubectl.run("create", "serviceaccount", "web").ok();
    allowGmsa("controllers", "kube-system:replicaset-controller");
    kubectl.piped(WINDOWS, "create", "-f", "-").ok();
    awaitFailure("default", "iis");
    assertThat(events("default"))
        .containsPattern("Warning +FailedCreate +replicaset/iis-[a-z0-9]+ +Error creating: pods")
        .contains(
            "service account \"web\" may not use the credential spec in configmap"
                + " \"webserver-credspec\": ask an administrator for the verb \"use\" on configmaps"
                + " \"webserver-credspec\" in namespace \"default\"");
    allowGmsa("web", "default:web");
    awaitRollout("default", "iis");
  }

  private static void allowGmsa(String name, String account) {
    String who = "--serviceaccount=" + account;
    kubectl.run("create", "rolebinding", name, "--role=webserver-gmsa-user", who).ok();
  }

  private static final String WINDOWS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: iis}
      spec:
        selector: {matchLabels: {app: iis}}
        template:
          metadata:
            labels: {app: iis}
            annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}
          spec: {os: {name: windows}, serviceAccountName: web, containers: [{name: iis, image: 'iis:1'}]}
      """;

  @Test
  void aQuotaLetsInAsManyAsItHasRoomFor() {
    kubectl.run("create", "namespace", "small").ok();
    kubectl.run("-n", "small", "create", "quota", "few", "--hard=pods=1").ok();
    kubectl
        .run(
            "-n",
            "small",
            "wait",
            "--for=jsonpath={.status.used.pods}=0",
            "quota/few",
            "--timeout=60s")
        .ok();
    kubectl.run("-n", "small", "create", "deployment", "web", "--image=web:1", "--replicas=2").ok();
    awaitFailure("small", "web");
    assertThat(events("small"))
        .containsPattern(
            "pods \"web-[a-z0-9]+-[a-z0-9]+\" is forbidden: exceeded quota: few, requested: pods=1,"
                + " used: pods=1, limited: pods=1");
    kubectl
        .run("-n", "small", "patch", "quota", "few", "-p", "{\"spec\":{\"hard\":{\"pods\":2}}}")
        .ok();
    awaitRollout("small", "web");
  }

  @Test
  void aPolicyTellsItsReason() {
    kubectl.run("create", "namespace", "ruled").ok();
    kubectl.piped(POLICY, "create", "-f", "-").ok();
    // a policy takes effect a moment after it is there
    kubectl.awaitOutput(
        said -> said.contains("only images of ours"),
        "-n",
        "ruled",
        "run",
        "probe",
        "--image=web:1",
        "--dry-run=server");
    kubectl.run("-n", "ruled", "create", "deployment", "web", "--image=web:1").ok();
    awaitFailure("ruled", "web");
    assertThat(events("ruled"))
        .contains(
            "is forbidden: ValidatingAdmissionPolicy 'ours' with binding 'ours' denied request:"
                + " only images of ours");
    kubectl.run("-n", "ruled", "set", "image", "deployment/web", "web=ours/web:1").ok();
    awaitRollout("ruled", "web");
  }

  private static final String POLICY =
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: ours}
        spec:
          matchConstraints:
            resourceRules:
            - {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}
          validations:
          - expression: object.spec.containers.all(c, c.image.startsWith('ours/'))
            message: only images of ours
      - apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: ours}
        spec:
          policyName: ours
          validationActions: [Deny]
          matchResources:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ruled}}
      """;
}
