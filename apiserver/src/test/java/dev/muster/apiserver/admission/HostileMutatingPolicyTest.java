package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that try to write what, or where, the request does not. */
class HostileMutatingPolicyTest {
  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies";
  private static final String BINDINGS =
      "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicybindings";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static RunningServer server;
  private static Client admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withMutatingPolicies(directory);
    admin = server.client();
    admin.json("POST", "/api/v1/namespaces", "{\"metadata\": {\"name\": \"other\"}}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void takeTheBindingAway() {
    admin.delete(BINDINGS + "/p");
    admin.delete(POLICIES + "/p");
  }

  /** Binds a policy whose JSON patch is this; in both versions alike. */
  private static void bind(String resource, String patch) {
    ObjectNode policy = JSON.createObjectNode();
    policy.put("kind", "MutatingAdmissionPolicy");
    policy.put("apiVersion", "admissionregistration.k8s.io/v1alpha1");
    policy.putObject("metadata").put("name", "p");
    ObjectNode spec = policy.putObject("spec");
    spec.put("reinvocationPolicy", "IfNeeded");
    ObjectNode rule = spec.putObject("matchConstraints").putArray("resourceRules").addObject();
    rule.putArray("apiGroups").add("*");
    rule.putArray("apiVersions").add("*");
    rule.putArray("operations").add("*");
    rule.putArray("resources").add(resource);
    spec.putArray("mutations")
        .addObject()
        .put("patchType", "JSONPatch")
        .putObject("jsonPatch")
        .put("expression", patch);
    Answer made = admin.json("POST", POLICIES.replace("v1beta1", "v1alpha1"), policy.toString());
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    assertThat(
            admin
                .json(
                    "POST",
                    BINDINGS,
                    "{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"policyName\": \"p\"}}")
                .status())
        .isEqualTo(201);
  }

  @Test
  void objectDoesNotMoveToAnotherNamespace() {
    bind("configmaps", "[JSONPatch{op: 'add', path: '/metadata/namespace', value: 'other'}]");
    Answer answer = admin.json("POST", MAPS, "{\"metadata\": {\"name\": \"moved\"}}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(admin.get(MAPS + "/moved").status()).isEqualTo(404);
    assertThat(admin.get("/api/v1/namespaces/other/configmaps/moved").status()).isEqualTo(404);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /metadata/name | 'renamed'
          /metadata/uid | '11111111-1111-1111-1111-111111111111'
          /metadata/creationTimestamp | '2001-01-01T00:00:00Z'
          """)
  void updateDoesNotMakeItAnotherObject(String path, String value) {
    String name = "same-" + path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    Answer before = admin.json("POST", MAPS, "{\"metadata\": {\"name\": \"%s\"}}".formatted(name));
    bind(
        "configmaps",
        "[JSONPatch{op: 'add', path: '%s', value: \"%s\"}]"
            .formatted(path, value.replace("'", "")));
    admin.text(
        "PATCH", MAPS + "/" + name, "application/merge-patch+json", "{\"data\": {\"a\": \"b\"}}");
    takeTheBindingAway();
    Answer after = admin.get(MAPS + "/" + name);
    assertThat(after.at("/metadata/uid")).isEqualTo(before.at("/metadata/uid"));
    assertThat(after.at("/metadata/creationTimestamp"))
        .isEqualTo(before.at("/metadata/creationTimestamp"));
    assertThat(admin.get(MAPS + "/renamed").status()).isEqualTo(404);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [JSONPatch{op: 'add', path: '/../../metadata/name', value: 'x'}] | add operation does not apply
          [JSONPatch{op: 'add', path: 'metadata', value: 'x'}] | add operation does not apply
          [JSONPatch{op: 'replace', path: '', value: []}] | cannot unmarshal array
          [JSONPatch{op: 'replace', path: '', value: 'x'}] | must be object or array
          [JSONPatch{op: 'add', path: '/spec', value: {'containers': []}}] | unknown field "spec"
          """)
  void pathsDoNotLeaveTheObject(String patch, String why) {
    bind("configmaps", patch);
    Answer answer = admin.json("POST", MAPS, "{\"metadata\": {\"name\": \"escaped\"}}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(403);
    assertThat(answer.at("/message")).contains(why);
    assertThat(admin.get(MAPS + "/escaped").status()).isEqualTo(404);
  }

  @Test
  void theKindStays() {
    bind("configmaps", "[JSONPatch{op: 'add', path: '/kind', value: 'Secret'}]");
    Answer answer = admin.json("POST", MAPS, "{\"metadata\": {\"name\": \"kind\"}}");
    assertThat(answer.at("/kind")).isEqualTo("ConfigMap");
    assertThat(admin.get("/api/v1/namespaces/default/secrets/kind").status()).isEqualTo(404);
  }

  @Test
  void writeOfAStatusDoesNotChangeTheSpec() {
    String pod =
        "{\"metadata\": {\"name\": \"pod\"}, \"spec\": {\"containers\": [{\"name\": \"c\", \"image\": \"i\"}]}}";
    assertThat(admin.json("POST", "/api/v1/namespaces/default/pods", pod).status()).isEqualTo(201);
    bind(
        "pods/status",
        "[JSONPatch{op: 'replace', path: '/spec/containers/0/image', value: 'evil'}]");
    admin.text(
        "PATCH",
        "/api/v1/namespaces/default/pods/pod/status",
        "application/merge-patch+json",
        "{\"status\": {\"message\": \"m\"}}");
    Answer after = admin.get("/api/v1/namespaces/default/pods/pod");
    assertThat(after.at("/spec/containers/0/image")).isEqualTo("i");
    assertThat(after.at("/status/message")).isEqualTo("m");
  }

  @Test
  void ownersThatNobodyCanReadAreNotStored() {
    bind(
        "configmaps",
        "[JSONPatch{op: 'add', path: '/metadata/managedFields', value: [{'manager': 'm', 'fieldsType': 'nonsense'}]}]");
    admin.json("POST", MAPS, "{\"metadata\": {\"name\": \"owned\"}, \"data\": {\"a\": \"b\"}}");
    takeTheBindingAway();
    Answer applied =
        admin.text(
            "PATCH",
            MAPS + "/owned?fieldManager=x&force=true",
            "application/apply-patch+yaml",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: owned}, data: {a: c}}");
    assertThat(applied.status()).as(applied.body()).isLessThan(300);
  }

  @Test
  void policiesAreNotSubjectToPolicies() {
    bind("*", "[JSONPatch{op: 'add', path: '/spec', value: {}}]");
    Answer deleted = admin.delete(BINDINGS + "/p");
    assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
  }
}
