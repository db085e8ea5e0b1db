package dev.muster.apiserver.access;

import static dev.muster.apiserver.access.QuestionServer.API;
import static dev.muster.apiserver.access.QuestionServer.ask;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class AccessQuestionsTest {
  private QuestionServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = QuestionServer.start(directory);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void whoCanNamesEverySubjectAndItsGrants() {
    String pods = "'resourceAttributes':{'verb':'list','resource':'pods'%s}";
    Answer red =
        ask(server.olga, "whocans", "WhoCan", "{" + pods.formatted(",'namespace':'red'") + "}");
    assertThat(red.status()).as(red.body()).isEqualTo(201);
    assertThat(names(red, "subjects")).contains("alice", "system:masters");
    assertThat(red.body()).contains("\"binding\":{\"kind\":\"RoleBinding\",\"name\":\"list\"");
    Answer cluster = ask(server.olga, "whocans", "WhoCan", "{" + pods.formatted("") + "}");
    assertThat(names(cluster, "subjects")).doesNotContain("alice").contains("system:masters");
    Answer anywhere =
        ask(server.olga, "whocans", "WhoCan", "{" + pods.formatted("") + ",'allNamespaces':true}");
    assertThat(names(anywhere, "subjects")).contains("alice");
  }

  private static List<String> names(Answer answer, String list) {
    return answer.json().at("/status/" + list).findValuesAsText("name");
  }

  @Test
  void subjectAccessListsRightsWithTheirDangers() {
    Answer answer = ask(server.olga, "subjectaccesses", "SubjectAccess", "{'user':'olga'}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    JsonNode rights = answer.json().at("/status/rights");
    assertThat(rights).hasSize(2);
    assertThat(rights.toString()).contains("\"namespace\":\"red\"", "\"dangers\":[\"SECRETS\"]");
  }

  @Test
  void subjectAccessTellsTheWaysThroughAccountsThatAreThere() {
    server.create("/api/v1/namespaces", "{'metadata':{'name':'way'}}");
    server.create("/api/v1/namespaces/way/serviceaccounts", "{'metadata':{'name':'robot'}}");
    server.role(
        "way",
        "asks",
        "{'apiGroups':[''],'resources':['serviceaccounts/token'],'verbs':['create']}");
    server.role("way", "reads", "{'apiGroups':[''],'resources':['secrets'],'verbs':['get']}");
    server.bind("way", "ask", "asks", "User", "wendy");
    server.bind("way", "read", "reads", "ServiceAccount", "robot");
    server.bind("way", "gone", "reads", "ServiceAccount", "nobody");
    Answer answer = ask(server.olga, "subjectaccesses", "SubjectAccess", "{'user':'wendy'}");
    JsonNode ways = answer.json().at("/status/escalationPaths");
    assertThat(ways.findValuesAsText("becomes"))
        .as(answer.body())
        .contains("ServiceAccount \"robot/way\"")
        .doesNotContain("ServiceAccount \"nobody/way\"");
    assertThat(ways.findValuesAsText("sentence"))
        .contains("ask for a token of ServiceAccount \"robot/way\"");
    assertThat(ways.findValuesAsText("command"))
        .contains("WAY__ROBOT=$(kubectl -n way create token robot)");
    Answer all = ask(server.admin, "subjectaccesses", "SubjectAccess", "{}");
    assertThat(all.json().at("/status").has("escalationPaths")).as(all.body()).isFalse();
  }

  @Test
  void accessChangeSaysWhoGainsAndLoses() {
    String binding =
        "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'RoleBinding','metadata':"
            + "{'name':'more','namespace':'red'},'subjects':[{'kind':'User','name':'gus',"
            + "'apiGroup':'rbac.authorization.k8s.io'}],'roleRef':{'kind':'Role',"
            + "'name':'secretive','apiGroup':'rbac.authorization.k8s.io'}}";
    Answer gain =
        ask(server.olga, "accesschanges", "AccessChange", "{'objects':[" + binding + "]}");
    assertThat(gain.status()).as(gain.body()).isEqualTo(201);
    assertThat(gain.at("/status/changes/0/name")).isEqualTo("gus");
    assertThat(gain.at("/status/changes/0/gains/0/dangers/0")).isEqualTo("SECRETS");
    assertThat(gain.json().at("/status/dangerous").asBoolean()).isTrue();
    Answer loss =
        ask(
            server.olga,
            "accesschanges",
            "AccessChange",
            "{'delete':true,'objects':[" + binding.replace("'more'", "'list'") + "]}");
    assertThat(loss.at("/status/changes/0/name")).isEqualTo("alice");
    assertThat(loss.at("/status/changes/0/loses/0/rule/verbs/0")).isEqualTo("list");
    assertThat(loss.json().at("/status/dangerous").asBoolean()).isFalse();
  }

  @Test
  void accessChangeTellsOfWaysThatOpenAndOfWhatAdmissionGoesBy() {
    String binding =
        "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':"
            + "{'name':'climb'},'subjects':[{'kind':'User','name':'gus',"
            + "'apiGroup':'rbac.authorization.k8s.io'}],'roleRef':{'kind':'ClusterRole',"
            + "'name':'climber','apiGroup':'rbac.authorization.k8s.io'}}";
    String role =
        "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':"
            + "{'name':'climber'},'rules':[{'apiGroups':[''],'resources':['groups'],"
            + "'resourceNames':['system:masters'],'verbs':['impersonate']},"
            + "{'apiGroups':[''],'resources':['users'],'verbs':['impersonate']},"
            + "{'apiGroups':['policy'],'resources':['podsecuritypolicies'],'verbs':['use']}]}";
    String pods =
        "{'apiVersion':'policy/v1beta1','kind':'PodSecurityPolicy','metadata':{'name':'wide'},"
            + "'spec':{'privileged':true}}";
    String hook =
        "{'apiVersion':'admissionregistration.k8s.io/v1','kind':'ValidatingWebhookConfiguration',"
            + "'metadata':{'name':'looks'},'webhooks':[{'name':'a.example.com','rules':[{"
            + "'apiGroups':[''],'resources':['pods'],'operations':['CREATE']}]}]}";
    Answer all =
        ask(
            server.olga,
            "accesschanges",
            "AccessChange",
            "{'objects':[" + String.join(",", role, binding, pods, hook) + "]}");
    assertThat(all.status()).as(all.body()).isEqualTo(201);
    assertThat(all.at("/status/escalationPaths/0/name")).as(all.body()).isEqualTo("gus");
    assertThat(all.json().at("/status/escalationPaths/0/everything").asBoolean()).isTrue();
    assertThat(all.at("/status/escalationPaths/0/steps/0/command")).contains("kubectl");
    assertThat(all.at("/status/podSecurityPolicies/0/name")).isEqualTo("wide");
    assertThat(all.json().at("/status/podSecurityPolicies/0/usableBy").toString()).contains("gus");
    assertThat(all.at("/status/admission/0")).contains("asked on CREATE of pods");
    Answer alone = ask(server.olga, "accesschanges", "AccessChange", "{'objects':[" + hook + "]}");
    assertThat(alone.json().at("/status/dangerous").asBoolean()).as(alone.body()).isFalse();
    assertThat(alone.json().at("/status/admission")).hasSize(1);
  }

  /** What groups times resources are, each with its selector, is more than a server has. */
  @Test
  void aRuleOfManyGroupsAndResourcesIsToldInPart() {
    String many =
        IntStream.range(0, 2_000).mapToObj(i -> "'g" + i + "'").collect(Collectors.joining(","));
    Answer answer =
        ask(
            server.olga,
            "accesschanges",
            "AccessChange",
            "{'objects':[{'apiVersion':'admissionregistration.k8s.io/v1','kind':"
                + "'MutatingWebhookConfiguration','metadata':{'name':'x'},'webhooks':[{'name':'n',"
                + "'namespaceSelector':{'matchLabels':{'a':'"
                + "x".repeat(100_000)
                + "'}},'rules':[{'operations':['CREATE'],'apiGroups':["
                + many
                + "],'resources':["
                + many
                + "]}]}]}]}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("/status/admission").size()).isLessThan(2_000);
  }

  @Test
  void aChangeThatGathersInACircleEnds() {
    String role =
        "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':{'name':'%s',"
            + "'labels':{'l':'%s'}},'aggregationRule':{'clusterRoleSelectors':[{'matchLabels':"
            + "{'l':'%s'}}]},'rules':[]}";
    Answer answer =
        ask(
            server.olga,
            "accesschanges",
            "AccessChange",
            "{'objects':["
                + role.formatted("a", "x", "y")
                + ","
                + role.formatted("b", "y", "x")
                + "]}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("/status/changes")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          no object at all        | accesschanges | AccessChange | {'objects':[]}                                      | 422 | spec.objects: Required value
          a text                  | accesschanges | AccessChange | {'objects':['x']}                                   | 422 | spec.objects[0]: Invalid value: is no object
          neither role nor binding| accesschanges | AccessChange | {'objects':[{'kind':'Pod','apiVersion':'v1'}]}      | 422 | has nothing in it that decides who may do what
          both deeds              | accesschanges | AccessChange | {'objects':[{}],'delete':true,'prune':true}         | 422 | may not be set together with delete
          rules of a wrong type   | accesschanges | AccessChange | {'objects':[{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'Role','rules':'x'}]} | 400 | spec.objects[0]:
          no question             | whocans       | WhoCan       | {}                                                  | 422 | exactly one of resourceAttributes and nonResourceAttributes
          everywhere and here     | whocans       | WhoCan       | {'allNamespaces':true,'resourceAttributes':{'namespace':'x'}} | 422 | must be empty if all namespaces are asked about
          """)
  void refusesWhatMakesNoSense(
      String name, String plural, String kind, String spec, int code, String message) {
    Answer answer = ask(server.olga, plural, kind, spec);
    assertThat(answer.status()).as(answer.body()).isEqualTo(code);
    assertThat(answer.at("/message")).contains(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accessexplanations",
        "whocans",
        "subjectaccesses",
        "accesschanges",
        "subjectaccessreviewlists"
      })
  void questionsAreOnlyCreated(String plural) {
    assertThat(server.admin.get(API + plural).status()).isEqualTo(405);
    assertThat(server.admin.get(API + plural + "/x").status()).isEqualTo(404);
    assertThat(server.admin.delete(API + plural).status()).isEqualTo(405);
    Answer refused = server.alice.json("POST", API + plural, "{}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.at("/message"))
        .isEqualTo(
            plural
                + ".access.muster.dev is forbidden: User \"alice\" cannot create resource \""
                + plural
                + "\" in API group \"access.muster.dev\" at the cluster scope");
    assertThat(refused.json().at("/details").toString())
        .isEqualTo("{\"group\":\"access.muster.dev\",\"kind\":\"" + plural + "\"}");
  }

  @Test
  void noDefaultRoleNamesTheGroup() {
    assertThat(
            server.admin.get("/apis/rbac.authorization.k8s.io/v1/clusterroles").json().at("/items"))
        .filteredOn(role -> !role.at("/metadata/name").asText().equals("asker"))
        .hasSizeGreaterThan(50)
        .noneMatch(role -> role.toString().contains("access.muster.dev"));
  }

  @Test
  void theGroupIsDiscoveredAndDescribed() {
    assertThat(server.alice.get("/apis/access.muster.dev").at("/preferredVersion/version"))
        .isEqualTo("v1");
    JsonNode resources = server.alice.get("/apis/access.muster.dev/v1").json().at("/resources");
    assertThat(resources)
        .extracting(one -> one.path("name").asText() + one.path("verbs"))
        .containsExactlyInAnyOrder(
            "accesschanges[\"create\"]",
            "accessexplanations[\"create\"]",
            "decisions[\"get\",\"list\",\"watch\"]",
            "subjectaccesses[\"create\"]",
            "subjectaccessreviewlists[\"create\"]",
            "whocans[\"create\"]");
    JsonNode schemas =
        server.admin.get("/openapi/v3/apis/access.muster.dev/v1").json().at("/components/schemas");
    assertThat(
            schemas
                .at("/dev.muster.access.v1.AccessExplanationStatus/properties/allowed/type")
                .asText())
        .isEqualTo("boolean");
    JsonNode definitions = server.admin.get("/openapi/v2").json().at("/definitions");
    assertThat(definitions.has("dev.muster.access.v1.SubjectAccessReviewList")).isTrue();
  }

  @Test
  void deepTreesAreRefusedAndManyObjectsToo() {
    String deep = "[".repeat(5_000) + "]".repeat(5_000);
    Answer answer =
        ask(
            server.olga,
            "accessexplanations",
            "AccessExplanation",
            "{'request':'GET /','object':" + deep + "}");
    assertThat(answer.status()).isEqualTo(400);
    String many = IntStream.range(0, 1_001).mapToObj(i -> "{}").collect(Collectors.joining(","));
    assertThat(
            ask(server.olga, "accesschanges", "AccessChange", "{'objects':[" + many + "]}")
                .at("/message"))
        .contains("spec.objects: Too many: 1001: must have at most 1000 items");
    Answer large =
        server.olga.send(
            "POST",
            API + "accesschanges",
            new byte[4 << 20],
            Map.of("Content-Type", List.of("application/json")));
    assertThat(large.status()).isEqualTo(413);
  }

  @Test
  void bindingsOfManySubjectsAreToldInPart() {
    String subjects =
        IntStream.range(0, 20_000)
            .mapToObj(
                i -> "{'kind':'User','name':'u" + i + "','apiGroup':'rbac.authorization.k8s.io'}")
            .collect(Collectors.joining(","));
    String binding =
        "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':"
            + "{'name':'crowd'},'subjects':["
            + subjects
            + "],'roleRef':{'kind':'ClusterRole','name':'system:node-proxier','apiGroup':'rbac.authorization.k8s.io'}}";
    assertThat(
            ask(server.olga, "accesschanges", "AccessChange", "{'objects':[" + binding + "]}")
                .at("/message"))
        .contains("may name at most 10000 subjects");
    server.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", binding);
    try {
      Answer answer =
          ask(
              server.olga,
              "whocans",
              "WhoCan",
              "{'resourceAttributes':{'verb':'list','resource':'services'}}");
      assertThat(answer.json().at("/status/subjects")).hasSize(5_000);
      assertThat(answer.json().at("/status/remaining").asInt()).isGreaterThan(15_000);
    } finally {
      server.admin.delete("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/crowd");
    }
  }
}
