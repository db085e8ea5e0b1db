package dev.muster.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModesTest {
  private static final User JANE = User.of("jane", "dev");
  private static final Attributes GET =
      Attributes.resource(JANE, "get", "", "v1", "pods", "", "default", "p");
  private static final Authorizer NO =
      request -> new Decision.Deny("no means no", List.of("half blind"));
  private static final Authorizer UNSURE =
      request -> new Decision.NoOpinion("I do not know", List.of("blind"));

  @Test
  void alwaysDenyLeavesTheWordToAlwaysAllow() {
    assertThat(union(new AlwaysDeny(), new AlwaysAllow()).allowed()).isTrue();
  }

  @Test
  void anExplicitDenyEndsTheMatter() {
    assertThat(union(UNSURE, NO, new AlwaysAllow()))
        .isEqualTo(new Decision.Deny("no means no", List.of("half blind")));
  }

  @Test
  void withoutAnyOpinionAllReasonsAndProblemsAreKept() {
    assertThat(union(PrivilegedGroup.masters(), UNSURE, new AlwaysDeny(), UNSURE))
        .isEqualTo(
            new Decision.NoOpinion(
                "I do not know\nEverything is forbidden.\nI do not know",
                List.of("blind", "blind")));
  }

  @Test
  void nobodyIsAskedForMembersOfMasters() {
    Authorizer broken =
        request -> {
          throw new AssertionError("asked");
        };
    var authorizer = new UnionAuthorizer(List.of(PrivilegedGroup.masters(), broken));
    Decision decision = authorizer.authorize(GET.as(User.of("root", User.MASTERS)));
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.reason()).isEmpty();
  }

  @Test
  void rulesOfAllModesAreListedInOrder() {
    var resolver =
        new UnionRuleResolver(
            List.<RuleResolver>of(
                (user, namespace) -> Rules.unsupportedBy("webhook"),
                new AlwaysDeny(),
                new AlwaysAllow()));
    Rules rules = resolver.rulesFor(JANE, "default");
    assertThat(rules.incomplete()).isTrue();
    assertThat(rules.evaluationError())
        .isEqualTo("webhook authorizer does not support user rule resolution");
    assertThat(rules.resourceRules())
        .containsExactly(
            new Rules.ResourceRule(List.of("*"), List.of("*"), List.of("*"), List.of()));
    assertThat(rules.nonResourceRules())
        .containsExactly(new Rules.NonResourceRule(List.of("*"), List.of("*")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default | log |        | User \"jane\" cannot get resource \"pods/log\" in API group \"apps\" in the namespace \"default\"",
        "''      | ''  |        | User \"jane\" cannot get resource \"pods\" in API group \"apps\" at the cluster scope",
        "''      | ''  | RBAC: x | User \"jane\" cannot get resource \"pods\" in API group \"apps\" at the cluster scope: RBAC: x",
      })
  void refusesResourcesInKnownWords(
      String namespace, String subresource, String reason, String sentence) {
    var request =
        Attributes.resource(JANE, "get", "apps", "v1", "pods", subresource, namespace, "");
    assertThat(Refusal.message(request, reason == null ? "" : reason)).isEqualTo(sentence);
  }

  @Test
  void refusesPathsInKnownWordsThatAreNoHtml() {
    assertThat(Refusal.message(Attributes.nonResource(JANE, "get", "/<b>&\u0001"), ""))
        .isEqualTo("User \"jane\" cannot get path \"/&lt;b&gt;&amp;\\x01\"");
  }

  @ParameterizedTest
  @CsvSource({"1, a, a", "2, a|b, '[a, b]'", "3, a|a, a", "4, b|a|b, '[b, a]'"})
  void joinsProblemsOnce(int number, String problems, String joined) {
    assertThat(Problems.join(List.of(problems.split("\\|")))).as("row " + number).isEqualTo(joined);
  }

  @Test
  void usersCannotBeChangedAfterwards() {
    var groups = new ArrayList<>(List.of("a"));
    var user = new User("u", "", groups, Map.of());
    groups.add("b");
    assertThat(user.groups()).containsExactly("a");
  }

  private static Decision union(Authorizer... authorizers) {
    return new UnionAuthorizer(List.of(authorizers)).authorize(GET);
  }
}
