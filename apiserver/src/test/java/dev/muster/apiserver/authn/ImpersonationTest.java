package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.apiserver.request.FakeExchange;
import dev.muster.authz.User;
import dev.muster.model.status.ApiException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImpersonationTest {

  private static User user(FakeExchange request) {
    return Impersonation.of(request).orElseThrow().user();
  }

  @Test
  void isNotWantedWithoutAUser() {
    assertThat(Impersonation.of(new FakeExchange())).isEmpty();
    assertThat(Impersonation.of(new FakeExchange().with("Impersonate-User", ""))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Impersonate-Group,g,'{Group  g    }'",
    "Impersonate-Uid,x,'{UID  x  authentication.k8s.io/v1  }'",
    "Impersonate-Extra-Scopes,x,'{UserExtra  x  authentication.k8s.io/v1  scopes}'",
  })
  void needsAUser(String header, String value, String printed) {
    assertThatThrownBy(() -> Impersonation.of(new FakeExchange().with(header, value)))
        .isInstanceOf(ApiException.class)
        .hasMessage("requested [" + printed + "] without impersonating a user");
  }

  @Test
  void makesAnAuthenticatedUserOfTheHeaders() {
    FakeExchange request =
        new FakeExchange()
            .with("Impersonate-User", "alice")
            .with("impersonate-group", "dev", "ops")
            .with("Impersonate-Extra-Scopes", "a", "b")
            .with("Impersonate-Extra-Acme%2eCom%2FKey", "v")
            .with("Impersonate-Uid", "u-1");
    assertThat(user(request))
        .isEqualTo(
            new User(
                "alice",
                "u-1",
                List.of("dev", "ops", "system:authenticated"),
                Map.of("scopes", List.of("a", "b"), "acme.com/key", List.of("v"))));
  }

  @Test
  void asksForEveryTarget() {
    FakeExchange request =
        new FakeExchange()
            .with("Impersonate-User", "system:serviceaccount:ns:other")
            .with("Impersonate-Group", "g")
            .with("Impersonate-Extra-Scopes", "a")
            .with("Impersonate-Uid", "u");
    assertThat(Impersonation.of(request).orElseThrow().targets())
        .extracting(
            ImpersonationTarget::apiGroup,
            ImpersonationTarget::resource,
            ImpersonationTarget::subresource,
            ImpersonationTarget::namespace,
            ImpersonationTarget::name)
        .containsExactly(
            tuple("", "serviceaccounts", "", "ns", "other"),
            tuple("", "groups", "", "", "g"),
            tuple("authentication.k8s.io", "userextras", "scopes", "", "a"),
            tuple("authentication.k8s.io", "uids", "", "", "u"));
  }

  @Test
  void serviceAccountsHaveTheirGroups() {
    assertThat(user(new FakeExchange().with("Impersonate-User", "system:serviceaccount:ns:sa")))
        .isEqualTo(
            User.of(
                "system:serviceaccount:ns:sa",
                "system:serviceaccounts",
                "system:serviceaccounts:ns",
                "system:authenticated"));
  }

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:only",
    "system:serviceaccount:a:b:c",
    "system:serviceaccount:A:b",
    "system:serviceaccount:a:",
    "'CN=a, b'",
  })
  void otherNamesArePlainUsers(String name) {
    assertThat(user(new FakeExchange().with("Impersonate-User", name)))
        .isEqualTo(User.of(name, "system:authenticated"));
  }

  @Test
  void anonymousStaysUnauthenticated() {
    assertThat(user(new FakeExchange().with("Impersonate-User", "system:anonymous")))
        .isEqualTo(User.of("system:anonymous", "system:unauthenticated"));
    assertThat(
            user(
                new FakeExchange()
                    .with("Impersonate-User", "x")
                    .with("Impersonate-Group", "system:unauthenticated")))
        .isEqualTo(User.of("x", "system:unauthenticated"));
  }
}
