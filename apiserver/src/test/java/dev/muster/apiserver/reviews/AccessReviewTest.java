package dev.muster.apiserver.reviews;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static dev.muster.apiserver.server.LiveServer.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.LiveServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** alice may list pods in the namespace default, and nothing else. */
@TestInstance(Lifecycle.PER_CLASS)
class AccessReviewTest {
  private static final String API = "/apis/authorization.k8s.io/v1/";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";

  private LiveServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = LiveServer.start(directory);
    server.create(
        RBAC + "roles",
        "{'metadata':{'name':'r'},'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['list']}]}");
    server.create(
        RBAC + "rolebindings",
        "{'metadata':{'name':'b'},'subjects':[{'kind':'User','name':'alice'}],"
            + "'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'r'}}");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Answer ask(String token, String resource, String spec) {
    return server.post(token, API + resource, "{'spec':" + spec + "}");
  }

  @Test
  void saysWhoMayAndByWhat() {
    Answer answer =
        ask(
            ADMIN,
            "subjectaccessreviews",
            "{'user':'alice','resourceAttributes':{'namespace':'default','verb':'list','resource':'pods'}}");
    assertThat(answer.code()).isEqualTo(201);
    assertThat(answer.at("/status").toString())
        .isEqualTo(
            "{\"allowed\":true,\"reason\":\"RBAC: allowed by RoleBinding \\\"b/default\\\" of Role"
                + " \\\"r\\\" to User \\\"alice\\\"\"}");
    assertThat(answer.at("/metadata/managedFields/0/fieldsV1/f:spec/f:user").isObject()).isTrue();
  }

  @Test
  void saysWhoMayNot() {
    Answer answer =
        ask(
            ADMIN,
            "subjectaccessreviews",
            "{'user':'bob','resourceAttributes':{'namespace':'default','verb':'list','resource':'pods'}}");
    assertThat(answer.at("/status").toString()).isEqualTo("{\"allowed\":false}");
  }

  @Test
  void answersTheAskerAboutThemselves() {
    String spec = "{'resourceAttributes':{'namespace':'default','verb':'list','resource':'pods'}}";
    assertThat(ask(ALICE, "selfsubjectaccessreviews", spec).at("/status/allowed").asBoolean())
        .isTrue();
    assertThat(ask(NOBODY, "selfsubjectaccessreviews", spec).code()).isEqualTo(403);
  }

  @Test
  void answersInTheNamespaceOfTheQuestion() {
    String spec =
        "{'user':'alice','resourceAttributes':{'namespace':'default','verb':'list','resource':'pods'}}";
    String local = "namespaces/default/localsubjectaccessreviews";
    Answer answer = ask(ADMIN, local, spec);
    assertThat(answer.at("/status/allowed").asBoolean()).isTrue();
    assertThat(answer.text("/metadata/namespace")).isEqualTo("default");
    assertThat(ask(ADMIN, "localsubjectaccessreviews", spec).code()).isEqualTo(404);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          another namespace | {'user':'a','resourceAttributes':{'namespace':'x'}} | spec.resourceAttributes.namespace: Invalid value: "x": must match metadata.namespace
          a path            | {'user':'a','nonResourceAttributes':{'path':'/'}}   | spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":""}: disallowed on this kind of request
          """)
  void refusesLocally(String name, String spec, String fault) {
    Answer answer = ask(ADMIN, "namespaces/default/localsubjectaccessreviews", spec);
    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.text("/message"))
        .isEqualTo(".authorization.k8s.io \"\" is invalid: " + fault);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nothing asked        | {'user':'a'}                                                                             | spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified
          both kinds           | {'user':'a','resourceAttributes':{},'nonResourceAttributes':{}}                          | spec.nonResourceAttributes: Invalid value: {"Path":"","Verb":""}: cannot be specified in combination with resourceAttributes
          nobody asked about   | {'resourceAttributes':{}}                                                                | spec.user: Invalid value: "": at least one of user or group must be specified
          empty selector       | {'user':'a','resourceAttributes':{'fieldSelector':{}}}                                   | spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required
          field without key    | {'user':'a','resourceAttributes':{'fieldSelector':{'requirements':[{'operator':'Is'}]}}} | spec.resourceAttributes.fieldSelector.requirements[0].key: Required value: must be specified
          label without values | {'user':'a','resourceAttributes':{'labelSelector':{'requirements':[{'key':'k','operator':'In'}]}}} | spec.resourceAttributes.labelSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'
          """)
  void refuses(String name, String spec, String fault) {
    Answer answer = ask(ADMIN, "subjectaccessreviews", spec);
    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.text("/message"))
        .isEqualTo(".authorization.k8s.io \"\" is invalid: " + fault);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          understood     | 'fieldSelector':{'rawSelector':'a=b'} |
          not understood | 'labelSelector':{'rawSelector':'a b'} | spec.resourceAttributes.labelSelector ignored due to parse error
          in part        | 'fieldSelector':{'requirements':[{'key':'a','operator':'In','values':['b']},{'key':'c','operator':'Exists'}]} | spec.resourceAttributes.fieldSelector partially ignored due to parse error
          both           | 'fieldSelector':{'rawSelector':'a'},'labelSelector':{'requirements':[{'key':'k','operator':'Is'}]} | spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector ignored due to parse error
          """)
  void tellsWhichSelectorsItLeftOut(String name, String selectors, String error) {
    Answer answer =
        ask(
            ADMIN,
            "subjectaccessreviews",
            "{'user':'alice','resourceAttributes':{'namespace':'default','verb':'list','resource':'pods',"
                + selectors
                + "}}");
    assertThat(answer.at("/status/allowed").asBoolean()).isTrue();
    assertThat(answer.text("/status/evaluationError")).isEqualTo(error == null ? "" : error);
  }

  @Test
  void listsWhatTheAskerMayDoInANamespace() {
    Answer answer = ask(ALICE, "selfsubjectrulesreviews", "{'namespace':'default'}");
    assertThat(answer.code()).isEqualTo(201);
    assertThat(answer.at("/status/resourceRules").toString())
        .contains("{\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}");
    assertThat(answer.at("/status/incomplete").asBoolean(true)).isFalse();
    assertThat(answer.at("/spec").toString()).isEqualTo("{}");
    Answer elsewhere = ask(ALICE, "selfsubjectrulesreviews", "{'namespace':'other'}");
    assertThat(elsewhere.at("/status/resourceRules").toString()).doesNotContain("\"pods\"");
  }

  @Test
  void listsNoRulesWithoutANamespace() {
    Answer answer = ask(ALICE, "selfsubjectrulesreviews", "{}");
    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.text("/message")).isEqualTo("no namespace on request");
  }

  @Test
  void storesNothing() {
    assertThat(server.get(ADMIN, API + "subjectaccessreviews").code()).isEqualTo(405);
    assertThat(server.get(ADMIN, API + "subjectaccessreviews/x").code()).isEqualTo(404);
  }
}
