package dev.muster.cli.gmsa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.testing.GmsaProposal;
import dev.muster.testing.images.OciSchema;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The nine steps of the GMSA proposal's story with kubectl, from the administrator's credential
 * spec to what a Windows runtime would be given; and what happens when the spec changes afterwards.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GmsaStoryTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** It does not say its system: a node that is not a Windows one would not even try. */
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s%s}
      spec:
        hostNetwork: true
        automountServiceAccountToken: false
        %s
        containers: [{name: iis, image: "muster.local/host-tools:1", command: [sleep, "1000"]%s}]
      """;

  private static final String ANNOTATED =
      ", annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}";

  private static GmsaCluster cluster;
  private static Kubectl admin;
  private static Kubectl jane;
  private static Kubectl mallory;
  private static Path spec;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    cluster = GmsaCluster.start(directory);
    admin = cluster.admin();
    jane = cluster.person("jane");
    mallory = cluster.person("mallory");
    spec = directory.resolve("credspec.json");
    admin.awaitOutput("default"::equals, "get", "sa", "default", "-o", "jsonpath={.metadata.name}");
    admin.run("create", "role", "deployers", "--verb=create,get,patch", "--resource=pods").ok();
    admin
        .run(
            "create",
            "rolebinding",
            "deployers",
            "--role=deployers",
            "--user=jane",
            "--user=mallory")
        .ok();
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.stop();
    }
  }

  private static void create(Kubectl as, String name, String metadata, String pod, String iis) {
    assertThat(as.piped(POD.formatted(name, metadata, pod, iis), "create", "-f", "-").ok())
        .isEqualTo("pod/" + name + " created");
  }

  /** The containers that the runtime has of a pod, the oldest first. */
  private static List<Container> containers(String pod) {
    return cluster
        .cri()
        .runtime()
        .listContainers(ListContainersRequest.getDefaultInstance())
        .getContainersList()
        .stream()
        .filter(each -> each.getLabelsOrDefault("io.kubernetes.pod.name", "").equals(pod))
        .sorted(Comparator.comparingLong(Container::getCreatedAt))
        .toList();
  }

  /** Takes the pod's containers away, so that the node makes a new one at once. */
  private static Container anotherContainer(String pod) {
    List<Container> old = containers(pod);
    for (Container each : old) {
      cluster
          .cri()
          .runtime()
          .removeContainer(
              RemoveContainerRequest.newBuilder().setContainerId(each.getId()).build());
    }
    admin.awaitOutput(text -> !containers(pod).isEmpty(), "get", "pod", pod, "-o", "name");
    Container made = containers(pod).getLast();
    assertThat(old).noneMatch(each -> each.getId().equals(made.getId()));
    return made;
  }

  private static JsonNode specification(Container of) throws IOException {
    return JSON.readTree(cluster.specification(of.getId()).toFile());
  }

  private static void awaitRefusedStart(String pod) {
    admin.awaitOutput(
        text -> text.contains("is a Windows container and cannot be started on Linux"),
        "get",
        "pod",
        pod,
        "-o",
        "jsonpath={.status.containerStatuses[0]}");
  }

  /** The node runs by itself: the account and its machines are the directory's business. */
  @Test
  @Order(2)
  void anAdministratorKeepsTheSpecInAConfigMap() throws IOException {
    Files.writeString(spec, GmsaProposal.CREDENTIAL_SPEC);
    assertThat(
            admin
                .run(
                    "create",
                    "configmap",
                    "webserver-credspec",
                    "--from-file=gmsa-cred-spec=" + spec)
                .ok())
        .isEqualTo("configmap/webserver-credspec created");
  }

  @Test
  @Order(3)
  void andLetsJaneUseIt() {
    assertThat(admin.piped(GmsaProposal.ROLE_AND_BINDING, "apply", "-f", "-").ok())
        .isEqualTo(
            "role.rbac.authorization.k8s.io/webserver-gmsa-user created\n"
                + "rolebinding.rbac.authorization.k8s.io/use-webserver-gmsa created");
  }

  @Test
  @Order(4)
  void janeDeploysUnderTheAccount() {
    create(jane, "web", ANNOTATED, "", "");
    create(
        jane,
        "by-field",
        "",
        "securityContext: {windows: {credentialSpecConfig: webserver-credspec}}",
        "");
  }

  @Test
  @Order(5)
  void nobodyElseCan() {
    assertThat(
            mallory
                .piped(POD.formatted("stolen", ANNOTATED, "", ""), "create", "-f", "-")
                .refused())
        .endsWith(
            "ask an administrator for the verb \"use\" on configmaps \"webserver-credspec\" in"
                + " namespace \"default\"");
    assertThat(mallory.run("get", "pod", "web", "-o", "yaml").ok())
        .as("who may read pods does not read credential specs")
        .doesNotContain("contoso", "S-1-5-21");
  }

  @Test
  @Order(6)
  void theContentsReachTheOciSpecification() throws IOException {
    for (String pod : List.of("web", "by-field")) {
      awaitRefusedStart(pod);
      JsonNode config = specification(containers(pod).getFirst());
      assertThat(config.at("/windows/credentialSpec"))
          .isEqualTo(JSON.readTree(GmsaProposal.CREDENTIAL_SPEC));
      assertThat(OciSchema.faults(config)).isEmpty();
    }
  }

  /** The proposal's steps 7 and 8 need Windows: here the start is refused, and told. */
  @Test
  @Order(7)
  void aLinuxNodeSaysThatItCannotStartThem() {
    assertThat(admin.run("describe", "pod", "web").ok())
        .contains(
            "is a Windows container and cannot be started on Linux: run its pod on a Windows node");
  }

  @Test
  @Order(8)
  void aContainersOwnSpecCountsForIt() throws IOException {
    admin.run("create", "configmap", "other", "--from-literal=gmsa-cred-spec=" + other()).ok();
    create(
        admin, "own", ANNOTATED, "", ", securityContext: {windows: {credentialSpecConfig: other}}");
    awaitRefusedStart("own");
    assertThat(
            specification(containers("own").getFirst())
                .at("/windows/credentialSpec/DomainJoinConfig/MachineAccountName")
                .asText())
        .isEqualTo("WebApplication2");
  }

  private static String other() {
    return GmsaProposal.CREDENTIAL_SPEC.replace("WebApplication1", "WebApplication2");
  }

  @Test
  @Order(9)
  void theAccountOfAPodCannotBeChanged() {
    assertThat(
            jane.run(
                    "annotate",
                    "--overwrite",
                    "pod",
                    "web",
                    "pod.alpha.kubernetes.io/windows-gmsa-config-map=other")
                .refused())
        .contains("may not remove or update windows gmsa annotations");
    assertThat(
            jane.run(
                    "patch",
                    "pod",
                    "by-field",
                    "--patch",
                    "{\"spec\":{\"securityContext\":{\"windows\":{\"credentialSpecConfig\":\"other\"}}}}")
                .refused())
        .contains("pod updates may not change fields other than");
  }

  @Test
  @Order(10)
  void aPodThatNobodyPlacedYetStaysWithWhatItWasAdmittedWith() throws IOException {
    create(jane, "later", ANNOTATED, "schedulingGates: [{name: example.com/wait}]", "");
  }

  @Test
  @Order(11)
  void aChangedConfigMapChangesNoPodAndAnEventSaysSo() throws IOException {
    Files.writeString(spec, other());
    String map =
        admin
            .run(
                "create",
                "configmap",
                "webserver-credspec",
                "--from-file=gmsa-cred-spec=" + spec,
                "--dry-run=client",
                "-o",
                "yaml")
            .ok();
    admin.piped(map, "replace", "-f", "-").ok();
    awaitEvent(
        "web",
        "configmap \"webserver-credspec\" has changed: the pod goes on under the older credential"
            + " spec that it was created with; create it again to have it run under another");
    assertThat(specification(anotherContainer("web")).at("/windows/credentialSpec"))
        .isEqualTo(JSON.readTree(GmsaProposal.CREDENTIAL_SPEC));
  }

  @Test
  @Order(12)
  void evenOneThatStartsOnlyNow() throws IOException {
    admin
        .run(
            "patch",
            "pod",
            "later",
            "--type=json",
            "--patch",
            "[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]")
        .ok();
    awaitRefusedStart("later");
    assertThat(specification(containers("later").getFirst()).at("/windows/credentialSpec"))
        .isEqualTo(JSON.readTree(GmsaProposal.CREDENTIAL_SPEC));
  }

  @Test
  @Order(13)
  void aDeletedConfigMapChangesNoPodEither() throws IOException {
    admin.run("delete", "configmap", "webserver-credspec").ok();
    awaitEvent(
        "web", "configmap \"webserver-credspec\" was deleted: the pod goes on under the older");
    cluster.restartNode();
    assertThat(specification(anotherContainer("web")).at("/windows/credentialSpec"))
        .isEqualTo(JSON.readTree(GmsaProposal.CREDENTIAL_SPEC));
  }

  private static void awaitEvent(String pod, String message) {
    admin.awaitOutput(
        text -> text.contains(message),
        "get",
        "events",
        "--field-selector=involvedObject.name=" + pod + ",reason=CredentialSpecChanged",
        "-o",
        "jsonpath={.items[*].message}");
  }
}
