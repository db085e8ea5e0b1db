package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.request.FakeExchange;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesTest {

  private static long take(Shares shares, String user, int times) {
    return IntStream.range(0, times).filter(i -> shares.take(user)).count();
  }

  @Test
  void aUserTakesItsOwnPartOnly() {
    Shares shares = new Shares(100, 10);
    assertThat(take(shares, "alice", 50)).isEqualTo(10);
    assertThat(take(shares, "bob", 50)).isEqualTo(10);
    shares.give("alice");
    assertThat(take(shares, "alice", 50)).isEqualTo(1);
    assertThat(shares.taken()).isEqualTo(20);
  }

  @Test
  void greedyUsersLeaveSomethingToTheModest() {
    Shares shares = new Shares(100, 32);
    for (String greedy : List.of("a", "b", "c", "d")) {
      take(shares, greedy, 100);
    }
    assertThat(shares.taken()).isEqualTo(77);
    assertThat(take(shares, "modest", 10)).isEqualTo(2);
  }

  @Test
  void serviceAccountsOfANamespaceAreOne() {
    FakeExchange exchange = new FakeExchange();
    assertThat(RequestClass.flow(User.of("system:serviceaccount:team:one"), exchange))
        .isEqualTo(RequestClass.flow(User.of("system:serviceaccount:team:two"), exchange))
        .isNotEqualTo(RequestClass.flow(User.of("system:serviceaccount:other:one"), exchange));
    assertThat(RequestClass.flow(User.of("alice"), exchange)).isEqualTo("alice");
  }

  @Test
  void noTenantNamesItselfPartOfTheSystem() {
    assertThat(level(User.of("alice"), "/api/v1/pods")).isEqualTo(RequestClass.WORKLOAD);
    assertThat(level(User.of("system:serviceaccount:team:x"), "/api/v1/pods"))
        .isEqualTo(RequestClass.WORKLOAD);
    assertThat(level(User.of("system:anonymous"), "/api/v1/pods"))
        .isEqualTo(RequestClass.ANONYMOUS);
    assertThat(level(User.of("system:anonymous"), "/livez")).isEqualTo(RequestClass.HEALTH);
    assertThat(level(User.of("system:anonymous"), "/livezx")).isEqualTo(RequestClass.ANONYMOUS);
    assertThat(level(User.of("system:kube-scheduler"), "/api/v1/pods"))
        .isEqualTo(RequestClass.SYSTEM);
  }

  private static RequestClass level(User user, String path) {
    return RequestClass.of(user, RequestInfo.of("GET", path, Query.parse("")));
  }
}
