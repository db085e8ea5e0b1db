package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.answer.AnswerTable;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kubectl finds out about a server before it does anything else. */
@MostlyWaits
class KubectlDiscoveryTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void versionNamesTheKubernetesVersion() {
    assertThat(kubectl.run("version").ok()).contains("Server Version: v1.35.");
  }

  @Test
  void apiVersionsListsEveryGroup() {
    assertThat(kubectl.run("api-versions").ok().lines())
        .contains(
            "admissionregistration.k8s.io/v1",
            "apiextensions.k8s.io/v1",
            "apiregistration.k8s.io/v1",
            "apps/v1",
            "authentication.k8s.io/v1",
            "authorization.k8s.io/v1",
            "batch/v1",
            "certificates.k8s.io/v1",
            "coordination.k8s.io/v1",
            "discovery.k8s.io/v1",
            "events.k8s.io/v1",
            "networking.k8s.io/v1",
            "node.k8s.io/v1",
            "policy/v1",
            "policy/v1beta1",
            "rbac.authorization.k8s.io/v1",
            "scheduling.k8s.io/v1",
            "storage.k8s.io/v1",
            "v1");
  }

  @Test
  void apiResourcesKnowsShortNamesScopesAndKinds() {
    assertThat(kubectl.run("api-resources").rows())
        .startsWith("NAME|SHORTNAMES|APIVERSION|NAMESPACED|KIND")
        .contains(
            "pods|po|v1|true|Pod",
            "nodes|no|v1|false|Node",
            "secrets|v1|true|Secret",
            "deployments|deploy|apps/v1|true|Deployment",
            "clusterroles|rbac.authorization.k8s.io/v1|false|ClusterRole",
            "podsecuritypolicies|psp|policy/v1beta1|false|PodSecurityPolicy");
  }

  @Test
  void everyGroupThatIsServedHereIsRegisteredAsLocal() {
    assertThat(kubectl.run("get", "apiservices").rows())
        .startsWith("NAME|SERVICE|AVAILABLE|AGE")
        .anyMatch(row -> row.startsWith("v1.|Local|True|"))
        .anyMatch(row -> row.startsWith("v1.apps|Local|True|"))
        .anyMatch(row -> row.startsWith("v2.autoscaling|Local|True|"))
        .allMatch(row -> row.startsWith("NAME") || row.contains("|Local|True|"));
    assertThat(
            kubectl
                .run(
                    "get",
                    "apiservice",
                    "v1.apps",
                    "-o",
                    "jsonpath={.metadata.labels} {.spec} {.status.conditions[0].reason}"
                        + " {.status.conditions[0].message}")
                .ok())
        .isEqualTo(
            "{\"kube-aggregator.kubernetes.io/automanaged\":\"onstart\"}"
                + " {\"group\":\"apps\",\"groupPriorityMinimum\":17800,\"version\":\"v1\",\"versionPriority\":15}"
                + " Local Local APIServices are always available");
  }

  @Test
  void registrationsAreChecked() {
    AnswerTable.play(
        server.client(),
        """
        POST | AS | {'metadata':{'name':'x'},'spec':{'group':'g.example.com','version':'v1','groupPriorityMinimum':1,'versionPriority':1}} | 422 | APIService.apiregistration.k8s.io "x" is invalid: metadata.name: Invalid value: "x": must be `spec.version+"."+spec.group`: "v1.g.example.com"
        POST | AS | {'metadata':{'name':'v1.g.example.com'},'spec':{'group':'g.example.com','version':'v1','groupPriorityMinimum':0,'versionPriority':1001}} | 422 | APIService.apiregistration.k8s.io "v1.g.example.com" is invalid: [spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000, spec.versionPriority: Invalid value: 1001: must be positive and less than 1000]
        POST | AS | {'metadata':{'name':'v1.g.example.com'},'spec':{'group':'g.example.com','version':'v1','groupPriorityMinimum':1000,'versionPriority':15,'service':{'namespace':'n','name':'s'}}} | 201 | /spec/service/port=443; /status={}
        """
            .replace(" AS", " /apis/apiregistration.k8s.io/v1/apiservices"));
    assertThat(kubectl.run("get", "apiservice", "v1.g.example.com").ok())
        .contains("n/s       False (ServiceNotFound)");
    assertThat(kubectl.run("delete", "apiservice", "v1.g.example.com").ok())
        .contains("apiservice.apiregistration.k8s.io \"v1.g.example.com\" deleted");
  }

  @Test
  void otherServersCanTrustTheSameClients() {
    assertThat(
            kubectl
                .run(
                    "get",
                    "configmap",
                    "-n",
                    "kube-system",
                    "extension-apiserver-authentication",
                    "-o",
                    "jsonpath={.data.client-ca-file}")
                .ok())
        .startsWith("-----BEGIN CERTIFICATE-----");
  }

  @Test
  void apiResourcesOfAGroup() {
    assertThat(
            kubectl
                .run("api-resources", "--api-group=rbac.authorization.k8s.io", "-o", "name")
                .ok()
                .lines())
        .containsExactly(
            "clusterrolebindings.rbac.authorization.k8s.io",
            "clusterroles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "roles.rbac.authorization.k8s.io");
  }

  @Test
  void apiResourcesShowsVerbsAndCategories() {
    assertThat(kubectl.run("api-resources", "-o", "wide", "--api-group=apps").rows())
        .contains(
            "deployments|deploy|apps/v1|true|Deployment|"
                + "create,delete,deletecollection,get,list,patch,update,watch|all");
  }

  @Test
  void rawPathsAnswerAsTheyAre() {
    assertThat(kubectl.run("get", "--raw", "/healthz").ok()).isEqualTo("ok");
    assertThat(kubectl.run("get", "--raw", "/api/v1/namespaces/default").ok())
        .startsWith("{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{");
    assertThat(kubectl.run("get", "--raw", "/nowhere").refused())
        .isEqualTo(
            "Error from server (NotFound): the server could not find the requested resource");
  }

  @Test
  void clusterInfoNamesTheServer() {
    assertThat(kubectl.run("cluster-info").ok())
        .contains("Kubernetes control plane is running at " + server.url());
  }

  @Test
  void explainShowsThePodSecurityContextWithAllItsFields() {
    assertThat(kubectl.run("explain", "pod.spec.securityContext", "--recursive").ok())
        .startsWith(
            "KIND:       Pod\nVERSION:    v1\n\nFIELD: securityContext <PodSecurityContext>")
        .contains(
            "  runAsGroup\t<integer>\n",
            "  runAsNonRoot\t<boolean>\n",
            "  runAsUser\t<integer>\n",
            "  seccompProfile\t<SeccompProfile>\n    localhostProfile\t<string>\n",
            "  supplementalGroups\t<[]integer>\n",
            "  supplementalGroupsPolicy\t<string>\n",
            "    gmsaCredentialSpecName\t<string>\n");
  }

  @Test
  void explainDescribesAField() {
    assertThat(kubectl.run("explain", "secret.data").ok())
        .startsWith("KIND:       Secret\nVERSION:    v1\n\nFIELD: data <map[string]string>")
        .doesNotContain("<empty>");
  }

  /** KEP-5936's fields are known, and dropped with a word about the gate that would keep them. */
  @Test
  void theOwnerOfAVolumesFilesIsExplainedAndDropped() {
    assertThat(kubectl.run("explain", "pod.spec.volumes.secret.defaultUser").ok())
        .contains("<integer>", "feature gate AtomicWriteVolumeUserFields");
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: owned}
        spec:
          containers: [{name: c, image: busybox}]
          volumes:
          - {name: v, secret: {secretName: s, defaultUser: 1000, items: [{key: k, path: p, user: 1001}]}}
        """;
    Run created = kubectl.piped(pod, "create", "-f", "-");
    created.ok();
    assertThat(created.err())
        .isEqualTo(
            """
            Warning: spec.volumes[0].secret.defaultUser: dropped, because the feature gate AtomicWriteVolumeUserFields is off: files are owned as if it were not set
            Warning: spec.volumes[0].secret.items[0].user: dropped, because the feature gate AtomicWriteVolumeUserFields is off: files are owned as if it were not set
            """);
    assertThat(kubectl.run("get", "pod", "owned", "-o", "jsonpath={.spec.volumes[0].secret}").ok())
        .isEqualTo(
            "{\"defaultMode\":420,\"items\":[{\"key\":\"k\",\"path\":\"p\"}],\"secretName\":\"s\"}");
    kubectl.run("delete", "pod", "owned", "--force").ok();
  }

  @Test
  void explainRefusesAFieldThatDoesNotExist() {
    assertThat(kubectl.run("explain", "pod.spec.colour").refused())
        .isEqualTo("error: field \"colour\" does not exist");
  }

  @Test
  void aKindThatDoesNotExist() {
    assertThat(kubectl.run("get", "unicorns").refused())
        .isEqualTo("error: the server doesn't have a resource type \"unicorns\"");
  }
}
