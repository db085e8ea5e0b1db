package dev.muster.apiserver.customresources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What definitions bring about, and what hostile ones do not. */
@Timeout(120)
class CustomResourceLifeTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private static RunningServer server;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = server.client();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer define(String plural, String schema) {
    return client.json("POST", DEFINITIONS, definition(plural, schema));
  }

  private static String definition(String plural, String schema) {
    return """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"%s.life.example.com"},
         "spec":{"group":"life.example.com","scope":"Namespaced",
          "names":{"plural":"%s","kind":"K%s"},
          "versions":[{"name":"v1","served":true,"storage":true,
           "schema":{"openAPIV3Schema":%s}}]}}
        """
        .formatted(plural, plural, plural, schema);
  }

  private static Answer create(String plural, String name, String spec) {
    return client.json(
        "POST",
        "/apis/life.example.com/v1/namespaces/default/" + plural,
        """
        {"apiVersion":"life.example.com/v1","kind":"K%s","metadata":{"name":"%s"},"spec":%s}
        """
            .formatted(plural, name, spec));
  }

  @Test
  void theNextRequestFindsWhatADefinitionDefines() {
    for (int i = 0; i < 20; i++) {
      String plural = "quick" + i;
      assertThat(define(plural, "{\"type\":\"object\"}").status()).isEqualTo(201);
      assertThat(client.get("/apis/life.example.com/v1/" + plural).status()).isEqualTo(200);
      assertThat(client.get("/apis/life.example.com/v1").body().toString()).contains(plural);
    }
  }

  @Test
  void thereIsRoomForHundredsOfDefinitions() {
    String schema =
        """
        {"type":"object","properties":{"spec":{"type":"object","properties":
          {"n":{"type":"integer"}},"x-kubernetes-validations":[{"rule":"self.n > 0"}]}}}
        """;
    for (int i = 0; i < 300; i++) {
      assertThat(define("many" + i, schema).status()).isEqualTo(201);
    }
    assertThat(define("another", schema).status()).isEqualTo(201);
    assertThat(create("another", "a", "{\"n\":1}").status()).isEqualTo(201);
  }

  @Test
  void whatIsBuiltInStaysWhatItIs() {
    String bindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
    Answer taken =
        client.json(
            "POST",
            DEFINITIONS,
            definition("clusterrolebindings", "{\"type\":\"object\"}")
                .replace("life.example.com", "rbac.authorization.k8s.io")
                .replace("Namespaced", "Cluster")
                .replace(
                    "\"metadata\":{",
                    "\"metadata\":{\"annotations\":{\"api-approved.kubernetes.io\":\"unapproved\"},"));
    assertThat(taken.status()).isEqualTo(201);
    Answer list = client.get(bindings);
    assertThat(list.at("/kind")).isEqualTo("ClusterRoleBindingList");
    assertThat(client.get(bindings + "/cluster-admin").status()).isEqualTo(200);
  }

  @Test
  void aKindThatIsCalledNamespaceIsNone() {
    assertThat(
            client
                .json(
                    "POST",
                    DEFINITIONS,
                    definition("namespaces", "{\"type\":\"object\"}")
                        .replace("Knamespaces", "Namespace"))
                .status())
        .isEqualTo(201);
    String path = "/apis/life.example.com/v1/namespaces/%s/namespaces";
    String object =
        """
        {"apiVersion":"life.example.com/v1","kind":"Namespace","metadata":{"name":"default"}}
        """;
    assertThat(client.json("POST", path.formatted("default"), object).status()).isEqualTo(201);
    Answer nowhere = client.json("POST", path.formatted("nowhere"), object);
    assertThat(nowhere.status()).isEqualTo(404);
    assertThat(nowhere.at("/message")).isEqualTo("namespaces \"nowhere\" not found");
    assertThat(client.delete(path.formatted("default") + "/default").status()).isEqualTo(200);
    assertThat(client.get("/api/v1/namespaces/default").status()).isEqualTo(200);
  }

  @Test
  void defaultsThatMultiplyAreRefused() {
    String large = "x".repeat(1_000);
    define(
        "multiplied",
        """
        {"type":"object","properties":{"spec":{"type":"object","properties":{"xs":{"type":"array",
          "items":{"type":"object","properties":{"t":{"type":"string","default":"%s"}}}}}}}}
        """
            .formatted(large));
    assertThat(create("multiplied", "few", "{\"xs\":[{},{}]}").at("/spec/xs/1/t")).isEqualTo(large);
    String many = "{},".repeat(20_000) + "{}";
    assertThat(create("multiplied", "many", "{\"xs\":[" + many + "]}").status()).isEqualTo(413);
  }

  @Test
  @Timeout(60)
  void textsThatHashAlikeAreFoundAsQuicklyAsOthers() {
    define(
        "alike",
        """
        {"type":"object","properties":{"spec":{"type":"object","properties":{"s":{"type":"array",
          "x-kubernetes-list-type":"set","items":{"type":"string"}}}}}}
        """);
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < 25_000; i++) {
      texts.append(i == 0 ? "\"" : ",\"");
      for (int bit = 0; bit < 16; bit++) {
        texts.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      texts.append('"');
    }
    assertThat(create("alike", "a", "{\"s\":[" + texts + "]}").status()).isEqualTo(201);
  }

  @Test
  void admissionPoliciesSeeTheObjects() {
    define("policed", "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}");
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    client.json(
        "POST",
        policies,
        """
        {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingAdmissionPolicy",
         "metadata":{"name":"small"},"spec":{
          "matchConstraints":{"resourceRules":[{"apiGroups":["life.example.com"],
           "apiVersions":["*"],"operations":["CREATE"],"resources":["policed"]}]},
          "validations":[{"expression":"object.spec.n < 5","message":"too large"}]}}
        """);
    client.json(
        "POST",
        policies.replace("policies", "policybindings"),
        """
        {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingAdmissionPolicyBinding",
         "metadata":{"name":"small"},"spec":{"policyName":"small","validationActions":["Deny"]}}
        """);
    assertThat(create("policed", "a", "{\"n\":1}").status()).isEqualTo(201);
    Answer refused = create("policed", "b", "{\"n\":9}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().toString()).contains("too large");
  }

  @Test
  void rolesGrantThem() {
    define("granted", "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}");
    Map<String, List<String>> alice = Map.of("Impersonate-User", List.of("alice"));
    String path = "/apis/life.example.com/v1/namespaces/default/granted";
    assertThat(client.send("GET", path, null, alice).status()).isEqualTo(403);
    client.json(
        "POST",
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
        """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"life"},
         "rules":[{"apiGroups":["life.example.com"],"resources":["*"],"verbs":["list"]}]}
        """);
    client.json(
        "POST",
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
        """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding",
         "metadata":{"name":"life"},
         "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"life"},
         "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"alice"}]}
        """);
    assertThat(client.send("GET", path, null, alice).status()).isEqualTo(200);
  }

  @Test
  void anObjectCountsInAQuota() {
    define("counted", "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}");
    client.json(
        "POST",
        "/api/v1/namespaces/default/resourcequotas",
        """
        {"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"few"},
         "spec":{"hard":{"count/counted.life.example.com":"1"}}}
        """);
    client.text(
        "PATCH",
        "/api/v1/namespaces/default/resourcequotas/few/status",
        "application/merge-patch+json",
        """
        {"status":{"hard":{"count/counted.life.example.com":"1"},
         "used":{"count/counted.life.example.com":"0"}}}
        """);
    assertThat(create("counted", "a", "{}").status()).isEqualTo(201);
    assertThat(create("counted", "b", "{}").status()).isEqualTo(403);
    client.delete("/api/v1/namespaces/default/resourcequotas/few");
  }

  @Test
  void aSchemaOfAThousandLevelsIsTakenOrRefusedInTime() {
    String deep =
        "{\"type\":\"object\",\"properties\":{\"a\":".repeat(1_000)
            + "{\"type\":\"object\"}"
            + "}}".repeat(1_000);
    Answer refused = define("deeps", deep);
    assertThat(refused.status()).as(refused.body().toString()).isIn(400, 422);
    String less =
        "{\"type\":\"object\",\"properties\":{\"a\":".repeat(200)
            + "{\"type\":\"object\"}"
            + "}}".repeat(200);
    assertThat(define("lessdeep", less).status()).isEqualTo(201);
  }

  @Test
  void aSchemaOfListsInListsIsTakenOrRefusedInTime() {
    String deep =
        "{\"type\":\"object\",\"properties\":{\"spec\":"
            + "{\"type\":\"array\",\"items\":".repeat(900)
            + "{\"type\":\"string\"}"
            + "}".repeat(900)
            + "}}";
    Answer refused = define("lists", deep);
    assertThat(refused.status()).as(refused.body().toString()).isEqualTo(422);
    assertThat(refused.body().toString()).contains("must not be nested more than 500 levels deep");
  }

  @Test
  void anObjectThatIsNestedDeeplyIsKeptOrRefused() {
    define("nests", "{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}");
    assertThat(create("nests", "deep", "{\"a\":".repeat(900) + "1" + "}".repeat(900)).status())
        .isEqualTo(201);
    assertThat(client.get("/apis/life.example.com/v1/namespaces/default/nests/deep").status())
        .isEqualTo(200);
    Answer refused = create("nests", "deeper", "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000));
    assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
  }

  @Test
  void aSchemaThatIsTooLargeIsRefused() {
    StringBuilder large = new StringBuilder("{\"type\":\"object\",\"description\":\"");
    large.append("x".repeat(3 << 20)).append("\"}");
    assertThat(define("larges", large.toString()).status()).isEqualTo(413);
  }

  @Test
  void referencesAreRefused() {
    Answer answer =
        define(
            "refs",
            """
            {"type":"object","properties":{"spec":{"$ref":"#/definitions/self"}},
             "definitions":{"self":{"$ref":"#/definitions/self"}}}
            """);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body().toString()).contains("$ref is not supported");
  }

  @Test
  void aPatternThatBacktracksElsewhereTakesLinearTimeHere() {
    String schema =
        """
        {"type":"object","properties":{"spec":{"type":"object","properties":
          {"s":{"type":"string","pattern":"^(a+)+$"}}}}}
        """;
    assertThat(define("patterns", schema).status()).isEqualTo(201);
    Answer answer = create("patterns", "a", "{\"s\":\"" + "a".repeat(50_000) + "!\"}");
    assertThat(answer.status()).isEqualTo(422);
  }

  @Test
  void aPatternThatWouldFillTheMemoryIsRefused() {
    Answer answer =
        define(
            "bombs",
            """
            {"type":"object","properties":{"spec":{"type":"string",
             "pattern":"((((a{100}){100}){100}){100}){100}"}}}
            """);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body().toString()).contains("must be a valid regular expression");
  }

  @Test
  void aRuleThatNeverEndsIsRefusedBeforeItRuns() {
    Answer answer =
        define(
            "endless",
            """
            {"type":"object","properties":{"spec":{"type":"object","properties":
              {"l":{"type":"array","items":{"type":"string"}}},
              "x-kubernetes-validations":[{"rule":
               "self.l.all(a, self.l.all(b, self.l.all(c, self.l.all(d, a + b != c + d))))"}]}}}
            """);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body().toString()).contains("exceeds budget by factor of more than 100x");
  }
}
