package dev.muster.apiserver.access;

import static dev.muster.apiserver.access.QuestionServer.API;
import static dev.muster.apiserver.access.QuestionServer.explain;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(Lifecycle.PER_CLASS)
class AccessExplanationTest {
  private static final String LIST_PODS =
      "'resourceAttributes':{'namespace':'red','verb':'list','resource':'pods'}";
  private static final String POD =
      "{'metadata':{'name':'web'},'spec':{'securityContext':{'runAsUser':1000,'runAsGroup':5,"
          + "'supplementalGroupsPolicy':'Strict'},'containers':[{'name':'c','image':'busybox'},"
          + "{'name':'d','image':'busybox','securityContext':{'runAsUser':7}}]}}";

  private QuestionServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = QuestionServer.start(directory);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static List<String> stations(Answer answer) {
    List<String> lines = new ArrayList<>();
    for (JsonNode station : answer.json().at("/status/stations")) {
      lines.add(
          station.path("stage").asText()
              + " "
              + station.path("name").asText()
              + " "
              + station.path("verdict").asText()
              + (station.path("decides").asBoolean() ? "!" : "")
              + (station.has("reason") ? ": " + station.path("reason").asText() : ""));
    }
    return lines;
  }

  @Test
  void namesWhatAllows() {
    Answer answer = explain(server.olga, "{'user':'alice'," + LIST_PODS + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(answer.at("/status/grants/0/binding/name")).isEqualTo("list");
    assertThat(answer.at("/status/grants/0/role/name")).isEqualTo("lister");
    assertThat(stations(answer))
        .containsExactly(
            "Authentication Question NotAsked: user \"alice\" of no group, as the question has it:"
                + " nobody proved it",
            "Authorization RBAC Allowed!: RBAC: allowed by RoleBinding \"list/red\" of Role"
                + " \"lister\" to User \"alice\"");
    assertThat(Long.parseLong(answer.at("/status/revision"))).isPositive();
  }

  @Test
  void namesWhatComesNearestAndWhatWouldAllow() {
    Answer answer =
        explain(
            server.olga,
            "{'user':'alice','resourceAttributes':{'namespace':'red','verb':'get','resource':'pods'}}");
    assertThat(answer.json().at("/status/allowed").asBoolean()).isFalse();
    assertThat(answer.at("/status/nearest/0/role/name")).isEqualTo("lister");
    assertThat(answer.at("/status/smallestGrant/0/kind")).isEqualTo("Role");
    assertThat(answer.json().at("/status/explainedByRoles").asBoolean()).isTrue();
    assertThat(stations(answer)).last().isEqualTo("Authorization RBAC NoOpinion");
  }

  @Test
  void isAboutWhoeverAsksIfItSaysNothingElse() {
    Answer answer = explain(server.olga, "{'request':'GET /api/v1/namespaces/red/secrets/x'}");
    assertThat(answer.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(answer.at("/status/request/verb")).isEqualTo("get");
    assertThat(answer.at("/status/request/name")).isEqualTo("x");
    assertThat(stations(answer).getFirst())
        .isEqualTo(
            "Authentication Request Allowed: user \"olga\" of groups auditors,"
                + " system:authenticated");
  }

  @Test
  void readsTheLineOfARequestAsAServerDoes() {
    Answer answer =
        explain(server.olga, "{'request':'GET /api/v1/namespaces/r%65d/secrets/x%3Ay'}");
    assertThat(answer.json().at("/status/allowed").asBoolean()).as(answer.body()).isTrue();
    assertThat(answer.at("/status/request/namespace")).isEqualTo("red");
    assertThat(answer.at("/status/request/name")).isEqualTo("x:y");
  }

  @Test
  void mastersAreAllowedBeforeAnybodyIsAsked() {
    Answer answer = explain(server.admin, "{" + LIST_PODS + "}");
    assertThat(stations(answer))
        .contains(
            "Authorization system:masters Allowed!: members may do anything, before any authorizer"
                + " is asked",
            "Authorization RBAC NotAsked");
    assertThat(answer.json().at("/status/allowed").asBoolean()).isTrue();
  }

  @Test
  void saysWhereSomethingIsAllowedThatIsNotEverywhere() {
    Answer answer =
        explain(
            server.olga, "{'user':'alice','resourceAttributes':{'verb':'list','resource':'pods'}}");
    assertThat(answer.json().at("/status/allowedIn").toString()).isEqualTo("[\"red\"]");
  }

  @Test
  void answersForThePast() {
    server.bind("red", "soon", "lister", "User", "carol");
    String spec = "{'user':'carol'," + LIST_PODS + "%s}";
    Answer now = explain(server.olga, spec.formatted(""));
    String then = now.at("/status/revision");
    server.unbind("red", "soon");
    assertThat(explain(server.olga, spec.formatted("")).json().at("/status/allowed").asBoolean())
        .isFalse();
    Answer past = explain(server.olga, spec.formatted(",'revision':'" + then + "'"));
    assertThat(past.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(past.at("/status/revision")).isEqualTo(then);
    assertThat(past.at("/status/notes/0")).contains("other authorizers know only now");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nothing asked      | {'user':'a'}                                                 | 422 | exactly one of resourceAttributes, nonResourceAttributes and request must be specified
          two questions      | {'request':'GET /x','nonResourceAttributes':{'path':'/'}}    | 422 | exactly one of
          no request         | {'request':'FETCH me'}                                       | 422 | a request is a method and a path
          no revision        | {'request':'GET /x','revision':'1e3'}                        | 422 | must be a revision of the store
          a future revision  | {'request':'GET /x','revision':'999999999'}                  | 400 | nothing was written at 999999999 yet
          an escape          | {'request':'GET /x?a=%zz'}                                   | 422 | invalid URL escape
          """)
  void refusesWhatMakesNoSense(String name, String spec, int code, String message) {
    Answer answer = explain(server.olga, spec);
    assertThat(answer.status()).as(answer.body()).isEqualTo(code);
    assertThat(answer.at("/message")).contains(message);
  }

  @Test
  void triesAWriteOfOnesOwnAndTellsWhatEachPluginDid() {
    Answer answer =
        explain(
            server.admin, "{'request':'POST /api/v1/namespaces/red/pods','object':" + POD + "}");
    assertThat(stations(answer))
        .contains("Admission NamespaceLifecycle Allowed", "Admission ResourceQuota Allowed");
    assertThat(answer.body()).contains("sets spec.tolerations", "sets spec.priority");
    assertThat(answer.json().at("/status/identity/0").toString())
        .isEqualTo(
            "{\"container\":\"c\",\"image\":\"busybox\",\"uid\":{\"id\":1000,\"from\":[\"pod's"
                + " securityContext.runAsUser\"]},\"gid\":{\"id\":5,\"from\":[\"pod's"
                + " securityContext.runAsGroup\"]},\"groups\":[{\"id\":5,\"from\":[\"pod's"
                + " securityContext.runAsGroup\"]}],\"supplementalGroupsPolicy\":\"Strict\"}");
    assertThat(stations(answer)).contains("Identity d Allowed: uid 7, gid 5");
    assertThat(server.admin.get("/api/v1/namespaces/red/pods/web").status())
        .as("nothing is stored")
        .isEqualTo(404);
  }

  @Test
  void aRefusalOfAdmissionIsItsStation() {
    Answer answer =
        explain(
            server.admin,
            "{'request':'POST /api/v1/namespaces/nowhere/pods','object':" + POD + "}");
    assertThat(stations(answer))
        .contains(
            "Admission NamespaceLifecycle Refused!: namespaces \"nowhere\" not found",
            "Admission ResourceQuota NotAsked");
    Answer invalid =
        explain(
            server.admin,
            "{'request':'POST /api/v1/namespaces/red/pods','object':{'metadata':{'name':'A'},'spec':{}}}");
    assertThat(stations(invalid).getLast()).startsWith("Admission Validation Refused!: Pod \"A\"");
  }

  @Test
  void nothingIsTriedForOthersWhomOneMayNotImpersonate() {
    String pod = ",'object':" + POD + "}";
    Answer foreign =
        explain(
            server.olga,
            "{'user':'root','groups':['system:masters'],'request':'POST /api/v1/namespaces/red/pods'"
                + pod);
    assertThat(foreign.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(stations(foreign))
        .contains(
            "Admission DryRun NotAsked: to try it as another, one has to be allowed to impersonate"
                + " users \"root\"")
        .noneMatch(line -> line.contains("NamespaceLifecycle"));
    Answer refused = explain(server.olga, "{'request':'POST /api/v1/namespaces/red/pods'" + pod);
    assertThat(stations(refused))
        .contains("Admission DryRun NotAsked: authorization refuses the request before");
  }

  /** What somebody may do in a namespace must not become a try in the whole cluster. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a cluster role in a namespace | {'namespace':'red','verb':'create','group':'rbac.authorization.k8s.io','resource':'clusterroles'} | Registry Refused!: objects of this resource are elsewhere than was asked
          a pod in the whole cluster    | {'verb':'create','resource':'pods'}                                  | Registry Refused!: objects of this resource are elsewhere than was asked
          a create of a name            | {'namespace':'red','verb':'create','resource':'pods','name':'web'}   | DryRun NotAsked: a create is asked without a name, and an update with one
          an update of another name     | {'namespace':'red','verb':'update','resource':'pods','name':'other'} | Validation Refused!: the name of the object (web) does not match the name that was asked about
          an update of no name          | {'namespace':'red','verb':'update','resource':'pods'}                | DryRun NotAsked: a create is asked without a name, and an update with one
          a part of an object           | {'namespace':'red','verb':'update','resource':'pods','subresource':'status','name':'web'} | DryRun NotAsked: only create and update of whole objects are tried
          a review                      | {'verb':'create','group':'authorization.k8s.io','resource':'subjectaccessreviews'} | Registry Refused!: no objects of this resource are stored here
          """)
  void nothingIsTriedElsewhereThanItWasAllowed(String name, String attributes, String station) {
    Answer answer =
        explain(server.admin, "{'resourceAttributes':" + attributes + ",'object':" + POD + "}");
    assertThat(stations(answer)).contains("Admission " + station);
  }

  @Test
  void whatAnImageDecidesIsUnknown() {
    Answer answer =
        explain(
            server.admin,
            "{'request':'POST /api/v1/namespaces/red/pods','object':{'metadata':{'name':'p'},"
                + "'spec':{'containers':[{'name':'c','image':'busybox'}]}}}");
    assertThat(stations(answer).getLast())
        .isEqualTo("Identity c Unknown: the image decides about uid, gid, groups");
  }

  @Test
  void aDryRunOfAQuestionAnswersAllTheSame() {
    Answer answer =
        server.olga.json(
            "POST",
            API + "accessexplanations?dryRun=All",
            "{\"apiVersion\":\"access.muster.dev/v1\",\"kind\":\"AccessExplanation\",\"spec\":{\"request\":\"GET /healthz\"}}");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.json().at("/status/allowed").asBoolean()).isTrue();
  }
}
