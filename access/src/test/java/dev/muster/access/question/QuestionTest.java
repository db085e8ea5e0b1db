package dev.muster.access.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionTest {
  private static final User JANE = User.of("jane");
  private static final KnownResources RESOURCES = KnownResources.builtIn();

  private static Question ask(String verb, String target, @Nullable String name) {
    return Question.of(new Question.Words(verb, target, name), JANE, "shop", RESOURCES);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          get         | po                      | web  | ''                        | pods                   | ''    | shop | web
          get         | deploy/scale            | web  | apps                      | deployments            | scale | shop | web
          list        | nodes                   | -    | ''                        | nodes                  | ''    | ''   | ''
          list        | ingresses.networking.k8s.io | - | networking.k8s.io        | ingresses              | ''    | shop | ''
          get         | namespaces              | prod | ''                        | namespaces             | ''    | prod | prod
          delete      | ns                      | prod | ''                        | namespaces             | ''    | prod | prod
          list        | namespaces              | -    | ''                        | namespaces             | ''    | ''   | ''
          create      | configmaps              | foo  | ''                        | configmaps             | ''    | shop | ''
          deletecollection | pods               | foo  | ''                        | pods                   | ''    | shop | ''
          create      | serviceaccounts/token   | bot  | ''                        | serviceaccounts        | token | shop | bot
          impersonate | users                   | bob  | ''                        | users                  | ''    | ''   | bob
          impersonate | groups                  | dev  | ''                        | groups                 | ''    | ''   | dev
          impersonate | serviceaccounts         | bot  | ''                        | serviceaccounts        | ''    | shop | bot
          impersonate | userextras/scopes       | dev  | authentication.k8s.io     | userextras             | scopes | ''  | dev
          approve     | signers                 | a.b/c | certificates.k8s.io      | signers                | ''    | ''   | a.b/c
          use         | podsecuritypolicies     | tight | policy                   | podsecuritypolicies    | ''    | shop | tight
          bind        | clusterroles            | admin | rbac.authorization.k8s.io | clusterroles          | ''    | ''   | admin
          """)
  void isAskedAsAServerAsksIt(
      String verb,
      String target,
      @Nullable String name,
      String group,
      String resource,
      String subresource,
      String namespace,
      String itsName) {
    Question question = ask(verb, target, name);
    Attributes a = question.attributes();
    assertThat(List.of(a.apiGroup(), a.resource(), a.subresource(), a.namespace(), a.name()))
        .containsExactly(group, resource, subresource, namespace, itsName);
    assertThat(question.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gett | pods               | nothing in Kubernetes asks for verb "gett"; did you mean "get"?
          get  | podz               | nothing here knows resource "podz"; did you mean "pods"?
          get  | flurbls            | nothing here knows resource "flurbls"; name its group, as in flurbls.example.com
          get  | widgets.acme.io    | nothing here knows resource "widgets.acme.io"
          gets | /healthz           | nothing in Kubernetes asks for verb "gets"; did you mean "get"?
          """)
  void whatLooksWrongIsAskedAllTheSame(String verb, String target, String warning) {
    assertThat(ask(verb, target, null).warnings()).containsExactly(warning);
  }

  @Test
  void aNameThatTheServerDoesNotAskForIsNoted() {
    assertThat(ask("create", "configmaps", "foo").notes())
        .containsExactly(
            "a server asks for create without a name: the answer is for all names, not for \"foo\"");
    assertThat(ask("list", "pods", "web").notes())
        .containsExactly("a name counts with list only by --field-selector=metadata.name=web");
  }

  @Test
  void aPathIsNoResource() {
    Attributes a = ask("GET", "/healthz", null).attributes();
    assertThat(a.resourceRequest()).isFalse();
    assertThat(a.verb()).isEqualTo("get");
  }
}
