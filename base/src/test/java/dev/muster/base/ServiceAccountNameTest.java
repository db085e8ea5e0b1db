package dev.muster.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccountNameTest {
  @Test
  void isAUserInTwoGroups() {
    ServiceAccountName account = new ServiceAccountName("shop", "web");
    assertThat(account.userName()).isEqualTo("system:serviceaccount:shop:web");
    assertThat(account.groups())
        .containsExactly("system:serviceaccounts", "system:serviceaccounts:shop");
    assertThat(ServiceAccountName.of(account.userName())).contains(account);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "alice",
        "system:serviceaccount:",
        "system:serviceaccount:shop",
        "system:serviceaccount:shop:",
        "system:serviceaccount::web",
        "system:serviceaccount:shop:web:1"
      })
  void otherUsersAreNone(String user) {
    assertThat(ServiceAccountName.of(user)).isEmpty();
  }
}
