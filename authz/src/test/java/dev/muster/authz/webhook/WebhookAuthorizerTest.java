package dev.muster.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WebhookAuthorizerTest {
  private static final User JANE = User.of("jane", "group1", "group2");
  private static final Attributes GET_POD =
      Attributes.resource(JANE, "get", "", "v1", "pods", "", "kittensandponies", "tom");

  private final Stage stage = new Stage();
  private final WebhookAuthorizer authorizer = stage.authorizer(ReviewVersion.V1);

  @Test
  void asksAboutAResourceAsKubeApiserverDoes() {
    stage.answersStatus("{'allowed':true}");
    User user =
        new User(
            "jane", "42", List.of("group1", "group2"), Map.of("b", List.of("2"), "a", List.of()));
    authorizer.authorize(
        new Attributes(
            user,
            "list",
            true,
            "unicorn.example.org",
            "v1",
            "horns",
            "status",
            "kittensandponies",
            "",
            "/apis/unicorn.example.org/v1/namespaces/kittensandponies/horns",
            List.of(new SelectorRequirement("metadata.name", "In", List.of("x"))),
            List.of(new SelectorRequirement("app", "Exists", List.of()))));
    assertThat(stage.received)
        .containsExactly(
            """
            {"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","metadata":{},\
            "spec":{"resourceAttributes":{"namespace":"kittensandponies","verb":"list",\
            "group":"unicorn.example.org","version":"v1","resource":"horns","subresource":"status",\
            "fieldSelector":{"requirements":[{"key":"metadata.name","operator":"In","values":["x"]}]},\
            "labelSelector":{"requirements":[{"key":"app","operator":"Exists"}]}},\
            "user":"jane","groups":["group1","group2"],"extra":{"a":[],"b":["2"]},"uid":"42"},\
            "status":{"allowed":false}}
            """);
  }

  @Test
  void theOlderVersionCallsTheGroupsGroup() {
    stage.answers(
        200,
        "{'apiVersion':'authorization.k8s.io/v1beta1','kind':'SubjectAccessReview','status':{'allowed':true}}");
    Decision decision =
        stage
            .authorizer(ReviewVersion.V1BETA1)
            .authorize(Attributes.nonResource(JANE, "get", "/debug"));
    assertThat(decision.allowed()).isTrue();
    assertThat(stage.received)
        .containsExactly(
            """
            {"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1beta1","metadata":{},\
            "spec":{"nonResourceAttributes":{"path":"/debug","verb":"get"},\
            "user":"jane","group":["group1","group2"]},"status":{"allowed":false}}
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'allowed':true}                                | Allow     | ''
          {'allowed':true,'reason':'a friend'}            | Allow     | a friend
          {'allowed':false,'reason':'a stranger'}         | NoOpinion | a stranger
          {'allowed':false,'denied':true,'reason':'a foe'} | Deny      | a foe
          {'allowed':true,'denied':true,'reason':'both'}  | Deny      | both
          {'allowed':false,'evaluationError':'no rules'}  | NoOpinion | ''
          {}                                              | NoOpinion | ''
          null                                            | NoOpinion | ''
          """)
  void decides(String status, String decision, String reason) {
    stage.answersStatus(status);
    Decision made = authorizer.authorize(GET_POD);
    assertThat(made.getClass().getSimpleName()).isEqualTo(decision);
    assertThat(made.reason()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ~~                                             | 0-length response with status code: 200 and content type: application/json
          {                                              | couldn't get version/kind; json parse error: unexpected end of JSON input
          {} {}                                          | couldn't get version/kind; json parse error: invalid JSON
          not json                                       | couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }
          [true]                                         | couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }
          {'kind':5}                                     | couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string
          {'kind':'Status','apiVersion':'v1'}            | converting (v1.Status) to (v1.SubjectAccessReview): unknown conversion
          {'apiVersion':'a/b/c'}                         | unexpected GroupVersion string: a/b/c
          {'kind':'SubjectAccessReview','apiVersion':'authorization.k8s.io/v1beta1','status':{'allowed':true}} | converting (v1beta1.SubjectAccessReview) to (v1.SubjectAccessReview): unknown conversion
          {'status':{'allowed':'true'}}                  | json: cannot unmarshal string into Go struct field SubjectAccessReviewStatus.status.allowed of type bool
          {'status':{'allowed':true,'reason':7}}         | json: cannot unmarshal number into Go struct field SubjectAccessReviewStatus.status.reason of type string
          {'status':true}                                | json: cannot unmarshal bool into Go struct field SubjectAccessReview.status of type v1.SubjectAccessReviewStatus
          {'status':{'allowed':false,'allowed':true}}    | couldn't get version/kind; json parse error: invalid JSON
          """)
  void anAnswerThatMakesNoSenseIsNoOpinion(String body, String problem) {
    stage.answers(200, body);
    assertThat(authorizer.authorize(GET_POD))
        .isEqualTo(new Decision.NoOpinion("", List.of(problem)));
    assertThat(stage.seen)
        .containsExactly("closed", "miss", "error", "failed with error", "open after error");
  }

  @Test
  void anAnswerThatLeavesOutWhatItIsIsTaken() {
    stage.answers(200, "{'status':{'allowed':true}}").answers(200, "{}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    assertThat(authorizer.authorize(GET_POD.as(User.of("other"))))
        .isEqualTo(Decision.NoOpinion.SILENT);
  }

  @Test
  void aFailureDeniesWhereThePolicySaysSo() {
    WebhookAuthorizer strict =
        stage.authorizer(ReviewVersion.V1, WebhookFailurePolicy.DENY, ReviewConditions.NONE);
    stage.answers(404, "");
    assertThat(strict.authorize(GET_POD))
        .isEqualTo(
            new Decision.Deny("", List.of("the server could not find the requested resource")));
    assertThat(stage.seen).contains("failed with error").doesNotContain("open after error");
  }

  @ParameterizedTest
  @EnumSource(WebhookFailurePolicy.class)
  void conditionsDecideWhetherTheServiceIsAsked(WebhookFailurePolicy policy) {
    ReviewConditions.Outcome.Failed failed =
        new ReviewConditions.Outcome.Failed(List.of("one", "two"));
    WebhookAuthorizer conditional =
        stage.authorizer(
            ReviewVersion.V1,
            policy,
            request ->
                switch (request.verb()) {
                  case "get" -> ReviewConditions.Outcome.Applies.YES;
                  case "list" -> new ReviewConditions.Outcome.Excluded(List.of());
                  default -> failed;
                });
    stage.answersStatus("{'allowed':true}");
    assertThat(conditional.authorize(Attributes.nonResource(JANE, "get", "/")).allowed()).isTrue();
    assertThat(conditional.authorize(Attributes.nonResource(JANE, "list", "/")))
        .isEqualTo(Decision.NoOpinion.SILENT);
    assertThat(conditional.authorize(Attributes.nonResource(JANE, "put", "/")))
        .isEqualTo(policy.decide(List.of("one", "two")));
    assertThat(stage.received).hasSize(1);
    assertThat(stage.seen).contains("matched Applies", "matched Excluded", "matched Failed");
  }

  @Test
  void remembersAnAllowanceForItsTime() {
    stage.answersStatus("{'allowed':true}").answersStatus("{'allowed':false}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    stage.passes(Stage.AUTHORIZED.minusSeconds(1));
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    assertThat(stage.received).hasSize(1);
    stage.passes(Duration.ofSeconds(2));
    assertThat(authorizer.authorize(GET_POD).allowed()).isFalse();
  }

  @Test
  void remembersARefusalForItsTime() {
    stage.answersStatus("{'allowed':false}").answersStatus("{'allowed':true}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isFalse();
    stage.passes(Stage.UNAUTHORIZED.minusSeconds(1));
    assertThat(authorizer.authorize(GET_POD).allowed()).isFalse();
    stage.passes(Duration.ofSeconds(2));
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
  }

  @Test
  void doesNotTakeOneQuestionForAnother() {
    stage.answersStatus("{'allowed':true}").answersStatus("{'allowed':false}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    assertThat(authorizer.authorize(GET_POD.as(User.of("jane", "group1"))).allowed()).isFalse();
  }

  @Test
  void doesNotRememberQuestionsThatAreVeryLong() {
    Attributes request =
        Attributes.resource(JANE, "get", "", "v1", "pods", "", "default", "x".repeat(10_000));
    stage.answersStatus("{'allowed':true}").answersStatus("{'allowed':false}");
    assertThat(authorizer.authorize(request).allowed()).isTrue();
    assertThat(authorizer.authorize(request).allowed()).isFalse();
  }

  @Test
  void whatItRemembersIsBounded() {
    for (int i = 0; i < 20; i++) {
      stage.answersStatus("{'allowed':true,'reason':'" + "r".repeat(1 << 20) + "'}");
    }
    for (int i = 0; i < 10; i++) {
      authorizer.authorize(GET_POD.as(User.of("user" + i)));
    }
    for (int i = 0; i < 10; i++) {
      authorizer.authorize(GET_POD.as(User.of("user" + i)));
    }
    // at 2 MiB each, no more than eight fit into 16 MiB
    assertThat(stage.received).hasSizeGreaterThan(11);
  }

  @Test
  void asksAgainAfterServerErrorsAndResets() {
    stage
        .answers(500, "busy")
        .answers(504, "{}")
        .fails(ReviewFailure.reset("connection reset"))
        .answersStatus("{'allowed':true}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    assertThat(stage.pauses).hasSize(3);
    double expected = 500e6;
    for (Duration pause : stage.pauses) {
      assertThat((double) pause.toNanos()).isBetween(expected, expected * 1.2);
      expected *= 1.5;
    }
  }

  @Test
  void givesUpAfterFiveTries() {
    for (int i = 0; i < 5; i++) {
      stage.answers(500, "");
    }
    assertThat(authorizer.authorize(GET_POD).problems())
        .containsExactly(
            "an error on the server (\"unknown\") has prevented the request from succeeding");
    assertThat(stage.received).hasSize(5);
  }

  @Test
  void givesUpWhenTheTimeIsOver() {
    for (int i = 0; i < 3; i++) {
      stage.acts(
          () -> {
            stage.passes(Duration.ofSeconds(10));
            throw ReviewFailure.reset("connection reset");
          });
    }
    assertThat(authorizer.authorize(GET_POD).allowed()).isFalse();
    assertThat(stage.timeouts).hasSize(3).first().isEqualTo(Duration.ofSeconds(10));
    assertThat(stage.timeouts.getLast()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void waitsAsLongAsTheServiceAsks() {
    stage
        .acts(() -> new ReviewTransport.Reply(429, "", "", Duration.ofSeconds(7)))
        .answersStatus("{'allowed':true}");
    assertThat(authorizer.authorize(GET_POD).allowed()).isTrue();
    assertThat(stage.pauses).containsExactly(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          301 | {}   | the server responded with the status code 301 but did not return more information
          400 | {}   | the server rejected our request for an unknown reason
          401 | {}   | the server has asked for the client to provide credentials
          403 | {}   | unknown
          404 | {}   | the server could not find the requested resource
          503 | {}   | the server is currently unable to handle the request
          500 | {'kind':'Status','apiVersion':'v1','status':'Failure','message':'no','reason':'Forbidden','code':403} | no
          """)
  void doesNotAskAgainWhereThatWouldNotHelp(int code, String body, String problem) {
    stage.answers(code, body);
    assertThat(authorizer.authorize(GET_POD).problems()).containsExactly(problem);
    assertThat(stage.received).hasSize(1);
  }

  @Test
  void aServiceThatKeepsFailingIsLeftAloneUntilAProbeSucceeds() {
    failFiveTimes();
    stage.seen.clear();
    assertThat(authorizer.authorize(GET_POD).problems())
        .containsExactly(
            "the authorization webhook does not answer and is not asked for the moment");
    assertThat(stage.received).hasSize(5);
    assertThat(stage.seen)
        .containsExactly("miss", "refused", "failed with error", "open after error");

    stage.passes(Duration.ofSeconds(1));
    assertThat(authorizer.authorize(GET_POD).allowed()).as("does not wait for it").isFalse();
    assertThat(authorizer.authorize(GET_POD).allowed()).as("a single probe").isFalse();
    stage.answersStatus("{'allowed':true}");
    stage.runBackground();
    assertThat(stage.seen).contains("closed", "success");
    assertThat(authorizer.authorize(GET_POD).allowed()).as("what the probe learned").isTrue();
  }

  @Test
  void aProbeIsSentEverySecondWhateverBecameOfTheOneBefore() {
    failFiveTimes();
    for (int i = 0; i < 8; i++) {
      stage.passes(Duration.ofSeconds(1).minusNanos(1));
      authorizer.authorize(GET_POD);
      stage.passes(Duration.ofNanos(1));
      authorizer.authorize(GET_POD);
    }
    for (int i = 0; i < 7; i++) {
      stage.fails(ReviewFailure.timeout("too slow"));
      stage.runBackground();
    }
    stage.answersStatus("{'allowed':true}");
    stage.runBackground();
    assertThat(stage.received).hasSize(5 + 8);
    assertThat(stage.seen).endsWith("closed", "success");
  }

  @Test
  void aServiceThatAnswersOneUserWith500IsAskedAboutTheOthers() {
    for (int i = 0; i < 20; i++) {
      stage.answers(500, "");
    }
    for (int i = 0; i < 4; i++) {
      authorizer.authorize(GET_POD);
    }
    stage.answersStatus("{'allowed':true}");
    assertThat(authorizer.authorize(GET_POD.as(User.of("other"))).allowed()).isTrue();
    assertThat(stage.seen).doesNotContain("open");
  }

  @Test
  void aServiceThatIsSilentToOneUserIsAskedAboutTheOthers() {
    for (int i = 0; i < 4; i++) {
      keepSilent(GET_POD);
    }
    stage.answersStatus("{'allowed':true}");
    assertThat(authorizer.authorize(GET_POD.as(User.of("other"))).allowed()).isTrue();
    assertThat(stage.seen).doesNotContain("open");
  }

  @Test
  void aServiceThatIsSilentToSeveralUsersIsLeftAlone() {
    keepSilent(GET_POD);
    stage.fails(ReviewFailure.timeout("too slow"));
    authorizer.authorize(GET_POD.as(User.of("other")));
    assertThat(stage.seen).contains("open");
  }

  /** Five questions, each asked once. */
  private void keepSilent(Attributes question) {
    for (int i = 0; i < 5; i++) {
      stage.fails(ReviewFailure.timeout("too slow"));
      assertThat(authorizer.authorize(question).problems()).containsExactly("too slow");
    }
  }

  @Test
  void aServiceThatHangsUpCostsNobodyTimeAndIsAskedOn() {
    for (int i = 0; i < 20; i++) {
      stage.fails(ReviewFailure.broken("EOF"));
      authorizer.authorize(GET_POD.as(User.of("user" + i)));
    }
    assertThat(stage.received).hasSize(20);
    assertThat(stage.seen).doesNotContain("open");
  }

  @Test
  void questionsThatWereNotAskedSayNothingOfTheService() {
    for (int i = 0; i < 10; i++) {
      stage.fails(ReviewFailure.crowded("too many questions"));
    }
    authorizer.authorize(GET_POD);
    authorizer.authorize(GET_POD.as(User.of("other")));
    assertThat(stage.seen).doesNotContain("open");
  }

  @Test
  void whatIsRememberedCountsWhileTheServiceIsDown() {
    stage.answersStatus("{'allowed':true}");
    Attributes known = GET_POD.as(User.of("known"));
    authorizer.authorize(known);
    failFiveTimes();
    assertThat(authorizer.authorize(known).allowed()).isTrue();
  }

  private void failFiveTimes() {
    for (int i = 0; i < 5; i++) {
      stage.fails(ReviewFailure.unreachable("connection refused"));
      authorizer.authorize(GET_POD);
    }
    assertThat(stage.seen).endsWith("open", "error", "failed with error", "open after error");
  }

  @Test
  void cannotListRules() {
    assertThat(authorizer.rulesFor(JANE, "default").evaluationError())
        .isEqualTo("webhook authorizer does not support user rule resolution");
    assertThat(authorizer.rulesFor(JANE, "default").incomplete()).isTrue();
  }
}
