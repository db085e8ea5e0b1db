package dev.muster.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditPolicyTest {
  private static final String HEAD = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

  @TempDir private Path directory;

  private AuditPolicy policy(String text) throws IOException {
    return AuditPolicyFile.read(Files.writeString(directory.resolve("policy.yaml"), HEAD + text));
  }

  @ParameterizedTest(name = "{0}: {1} {2} by {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {users: [bob]}                                             | GET    | /api/v1/pods | true
          {users: [eve]}                                             | GET    | /api/v1/pods | false
          {userGroups: [dev, ops]}                                   | GET    | /api/v1/pods | true
          {userGroups: [ops]}                                        | GET    | /api/v1/pods | false
          {verbs: [list]}                                            | GET    | /api/v1/pods | true
          {verbs: [get]}                                             | GET    | /api/v1/pods | false
          {namespaces: [a]}                                          | GET    | /api/v1/namespaces/a/pods | true
          {namespaces: [a]}                                          | GET    | /api/v1/namespaces/b/pods | false
          {namespaces: ['']}                                         | GET    | /api/v1/nodes | true
          {namespaces: [a]}                                          | GET    | /healthz | false
          {resources: [{group: ''}]}                                 | GET    | /api/v1/pods | true
          {resources: [{group: apps}]}                               | GET    | /api/v1/pods | false
          {resources: [{group: '', resources: [pods]}]}              | GET    | /api/v1/namespaces/a/pods/p/log | false
          {resources: [{group: '', resources: [pods/log]}]}          | GET    | /api/v1/namespaces/a/pods/p/log | true
          {resources: [{group: '', resources: [pods/*]}]}            | GET    | /api/v1/namespaces/a/pods/p/log | true
          {resources: [{group: '', resources: ['*/log']}]}           | GET    | /api/v1/namespaces/a/pods/p/log | true
          {resources: [{group: '', resources: ['*']}]}               | GET    | /api/v1/namespaces/a/pods/p/log | true
          {resources: [{group: '', resources: [pods], resourceNames: [p]}]} | GET | /api/v1/namespaces/a/pods/p | true
          {resources: [{group: '', resources: [pods], resourceNames: [q]}]} | GET | /api/v1/namespaces/a/pods/p | false
          {nonResourceURLs: [/healthz*]}                             | GET    | /healthz/ping | true
          {nonResourceURLs: [/healthz]}                              | GET    | /healthz/ping | false
          {nonResourceURLs: ['*']}                                   | GET    | /api/v1/pods | false
          """)
  void aRuleMatches(String rule, String method, String path, boolean logged) throws IOException {
    AuditPolicy policy = policy("rules: [" + rule.replaceFirst("\\{", "{level: Metadata, ") + "]");
    RequestInfo info = RequestInfo.of(method, path, Query.parse(""));
    assertThat(policy.ruleFor(User.of("bob", "dev"), info).isPresent()).isEqualTo(logged);
  }

  @Test
  void theFirstRuleThatMatchesDecides() throws IOException {
    AuditPolicy policy = policy("rules: [{level: None, users: [bob]}, {level: Metadata}]");
    RequestInfo info = RequestInfo.of("GET", "/api/v1/pods", Query.parse(""));
    assertThat(policy.ruleFor(User.of("bob"), info)).isEmpty();
    assertThat(policy.ruleFor(User.of("eve"), info)).isPresent();
  }

  @Test
  void stagesAreLeftOutByThePolicyAndByARule() throws IOException {
    AuditPolicy policy =
        policy(
            "omitStages: [RequestReceived]\n"
                + "rules: [{level: Metadata, omitStages: [ResponseStarted]}]");
    assertThat(policy.rules().getFirst().omitted())
        .containsExactlyInAnyOrder(AuditStage.REQUEST_RECEIVED, AuditStage.RESPONSE_STARTED);
  }

  @Test
  void aRuleMayKeepTheManagedFieldsThatThePolicyLeavesOut() throws IOException {
    assertThat(
            policy(
                    """
                    omitManagedFields: true
                    rules: [{level: Request}, {level: RequestResponse, omitManagedFields: false}]
                    """)
                .rules())
        .extracting(rule -> rule.level().text() + " " + rule.omitManagedFields())
        .containsExactly("Request true", "RequestResponse false");
  }

  @Test
  void tellsEverythingThatIsWrong() {
    Path file = directory.resolve("policy.yaml");
    assertThatThrownBy(
            () ->
                policy(
                    """
                    omitStages: [Later]
                    rules:
                    - level: RequestResponse
                      omitManagedFields: sometimes
                    - level: Everything
                      user: [a]
                    - level: Request
                      namespaces: [a]
                      resources: [{group: "", resourceNames: [p]}]
                      nonResourceURLs: ["/a*b", c]
                    """))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            ("audit policy file %1$s: omitStages: \"Later\" is not a stage: use RequestReceived,"
                    + " ResponseStarted, ResponseComplete or Panic\n"
                    + "audit policy file %1$s: rules[0].omitManagedFields: has to be true or false\n"
                    + "audit policy file %1$s: rules[1].user: is not a field here\n"
                    + "audit policy file %1$s: rules[1].level: \"Everything\" is not a level: use"
                    + " None, Metadata, Request or RequestResponse\n"
                    + "audit policy file %1$s: rules[2].resources.resourceNames: using resourceNames"
                    + " requires at least one resource\n"
                    + "audit policy file %1$s: rules[2].nonResourceURLs[0]: non-resource URL wildcards"
                    + " '*' must be the final character of the rule\n"
                    + "audit policy file %1$s: rules[2].nonResourceURLs[1]: non-resource URL rules must"
                    + " begin with a '/' character\n"
                    + "audit policy file %1$s: rules[2].nonResourceURLs: rules cannot apply to both"
                    + " regular resources and non-resource URLs")
                .formatted(file));
  }

  @Test
  void refusesWhatIsNotAPolicy() throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), "kind: Pod\n");
    assertThatThrownBy(() -> AuditPolicyFile.read(file))
        .hasMessage(
            "audit policy file "
                + file
                + ": is not a Policy of audit.k8s.io/v1: check its apiVersion and kind");
  }
}
