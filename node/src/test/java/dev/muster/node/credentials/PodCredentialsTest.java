package dev.muster.node.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.model.codec.Yaml;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.pods.ApiPods;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contents that were admitted, and no others, from a real server's config maps. */
class PodCredentialsTest {
  private static final String SPEC =
      """
      {"CmsPlugins":["ActiveDirectory"],"DomainJoinConfig":{"DnsName":"contoso.com",\
      "Guid":"244818ae-87ca-4fcd-92ec-e79e5252348a","DnsTreeName":"contoso.com","NetBiosName":"DEMO",\
      "Sid":"S-1-5-21-2126729477-2524075714-3094792973","MachineAccountName":"WebApplication1"},\
      "ActiveDirectoryConfig":{"GroupManagedServiceAccounts":[{"Name":"WebApplication1","Scope":"DEMO"}]}}""";
  private static final String OTHER = SPEC.replace("WebApplication1", "WebApplication2");
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private static ApiServer server;
  private static ApiClient client;
  private static EventRecorder events;
  private static PodPaths paths;
  private static PodCredentials credentials;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = ApiServer.start(ServerConfig.in(directory.resolve("data")).onPort(0));
    client = new ApiClient(ClientConfig.read(server.kubeconfig()));
    events = EventRecorder.start(client, "kubelet", "node", Clock.systemUTC());
    paths = new PodPaths(directory.resolve("node"), directory.resolve("logs"));
    credentials = open();
  }

  private static PodCredentials open() {
    return new PodCredentials(paths, client, events, uid -> {});
  }

  @AfterAll
  static void stop() {
    credentials.close();
    events.close();
    client.close();
    server.close();
  }

  /** Makes a config map, and tells its version. */
  private static String configMap(String name, String spec) throws IOException {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    map.put("apiVersion", "v1").put("kind", "ConfigMap").putObject("metadata").put("name", name);
    map.putObject("data").put(CredentialSpec.KEY, spec);
    return client.create(MAPS, map).at("/metadata/resourceVersion").asText();
  }

  private static void change(String name, String spec) throws IOException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("data").put(CredentialSpec.KEY, spec);
    client.mergePatch(MAPS + "/" + name, patch);
  }

  private static void delete(String name) throws IOException {
    client.delete(MAPS + "/" + name, JsonNodeFactory.instance.objectNode());
  }

  /** A pod that was admitted with a spec. */
  private static Pod pod(String map, Optional<AdmittedSpecs.Admitted> admitted) {
    ObjectNode tree =
        (ObjectNode)
            Yaml.toTree(
                """
                metadata: {name: web, namespace: default}
                spec: {containers: [{name: iis, image: x}]}
                """
                    .getBytes(StandardCharsets.UTF_8));
    ObjectNode metadata = tree.withObjectProperty("metadata");
    metadata.put("uid", UUID.randomUUID().toString());
    ObjectNode annotations = metadata.putObject("annotations");
    annotations.put("pod.beta.kubernetes.io/windows-gmsa-config-map", map);
    admitted.ifPresent(
        it -> annotations.put(AdmittedSpecs.ANNOTATION, new AdmittedSpecs(Map.of(map, it)).text()));
    return Pod.of(tree);
  }

  /** One of a manifest on the node. */
  private static Pod fromFile(String map) {
    Pod pod = pod(map, Optional.empty());
    pod.tree().withObject("/metadata/annotations").put(Pod.SOURCE, "file");
    return pod;
  }

  private static Pod admitted(String map, String spec, String version) {
    return pod(map, Optional.of(new AdmittedSpecs.Admitted(AdmittedSpecs.digest(spec), version)));
  }

  private static String of(Pod pod) throws ContainerProblem {
    return credentials.of(pod, pod.containers().getFirst()).orElseThrow();
  }

  @Test
  void contentsStayThoseOfTheFirstContainer() throws Exception {
    Pod pod = admitted("stays", SPEC, configMap("stays", SPEC));
    assertThat(of(pod)).isEqualTo(SPEC);
    change("stays", OTHER);
    assertThat(of(pod)).isEqualTo(SPEC);
    delete("stays");
    try (PodCredentials next = open()) {
      assertThat(next.of(pod, pod.containers().getFirst())).contains(SPEC);
    }
  }

  @Test
  void theyAreForTheOwnersEyesOnly() throws Exception {
    Pod pod = admitted("eyes", SPEC, configMap("eyes", SPEC));
    of(pod);
    Path directory = paths.of(pod.uid()).resolve("credential-specs");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("eyes"))))
        .isEqualTo("rw-------");
  }

  @Test
  void whatChangedBeforeTheFirstContainerIsHadFromThePast() throws Exception {
    Pod changed = admitted("changed", SPEC, configMap("changed", SPEC));
    Pod deleted = admitted("deleted", SPEC, configMap("deleted", SPEC));
    change("changed", OTHER);
    delete("deleted");
    assertThat(of(changed)).isEqualTo(SPEC);
    assertThat(of(deleted)).isEqualTo(SPEC);
  }

  @Test
  void whatIsForgottenIsNotReplacedByAnother() throws Exception {
    configMap("forgotten", OTHER);
    assertThatThrownBy(() -> of(admitted("forgotten", SPEC, "1")))
        .isInstanceOf(ContainerProblem.class)
        .hasMessage(
            "the credential spec in configmap \"forgotten\" is not the one any more that the pod was"
                + " admitted with: create the pod again");
  }

  @Test
  void aStaticPodHasWhatIsThereFirst() throws Exception {
    configMap("static", SPEC);
    Pod pod = fromFile("static");
    assertThat(of(pod)).isEqualTo(SPEC);
    change("static", OTHER);
    assertThat(of(pod)).isEqualTo(SPEC);
  }

  @Test
  void aPodOfTheApiThatNobodyAdmittedIsNotRun() throws Exception {
    configMap("unasked", SPEC);
    Pod forged = ApiPods.ofApi((ObjectNode) fromFile("unasked").tree());
    for (Pod pod : List.of(pod("unasked", Optional.empty()), forged)) {
      assertThatThrownBy(() -> of(pod))
          .isInstanceOf(ContainerProblem.class)
          .hasMessage(
              "the pod was not admitted with the credential spec in configmap \"unasked\": have the"
                  + " admission plugin GMSAAuthorizer or muster webhook on");
    }
  }

  @Test
  void whatIsMissingBrokenOrNoNameIsTold() throws Exception {
    configMap("broken", "{}");
    assertThatThrownBy(() -> of(fromFile("broken")))
        .hasMessageStartingWith(
            "the credential spec in configmap \"broken\" is broken: $.CmsPlugins: is required");
    assertThatThrownBy(() -> of(fromFile("none")))
        .hasMessage("configmap \"none\" with key \"gmsa-cred-spec\" not found");
    assertThatThrownBy(() -> of(pod("../secrets/x", Optional.empty())))
        .hasMessage("configmap \"../secrets/x\" is not a name");
    Pod unreadable = pod("none", Optional.empty());
    unreadable.tree().withObject("/metadata/annotations").put(AdmittedSpecs.ANNOTATION, "[");
    assertThatThrownBy(() -> of(unreadable))
        .hasMessage("annotation gmsa.muster.dev/admitted is unreadable");
  }

  @Test
  void aNamedSpecThatNobodyFilledInIsNotRunWithoutOne() {
    Pod pod = pod("", Optional.empty());
    pod.tree()
        .withObject("/spec/securityContext/windowsOptions")
        .put("gmsaCredentialSpecName", "web1");
    assertThatThrownBy(() -> of(pod))
        .hasMessageStartingWith("the contents of GMSACredentialSpec \"web1\" were not filled in");
  }
}
