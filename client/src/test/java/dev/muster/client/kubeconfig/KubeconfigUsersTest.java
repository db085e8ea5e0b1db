package dev.muster.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who to be for which server. */
class KubeconfigUsersTest {
  @TempDir Path directory;

  private KubeconfigUsers read(String users) throws IOException {
    Path file = directory.resolve("users.kubeconfig");
    Files.writeString(file, "apiVersion: v1\nkind: Config\n" + users);
    return KubeconfigUsers.read(file);
  }

  @ParameterizedTest
  @CsvSource({
    "web.shop.svc, 443, exact-without-port",
    "web.shop.svc, 8443, with-port",
    "other.shop.svc, 443, shop",
    "other.shop.svc, 8443, svc-8443",
    "a.b.example.com, 443, example",
    "127.0.0.1, 9443, everybody",
    "a.b.example.com, 8443, everybody"
  })
  void theNameThatFitsBest(String host, int port, String expected) throws IOException {
    KubeconfigUsers users =
        read(
            """
            users:
            - {name: 'web.shop.svc:8443', user: {token: with-port}}
            - {name: web.shop.svc, user: {token: exact-without-port}}
            - {name: '*.shop.svc', user: {token: shop}}
            - {name: '*.svc:8443', user: {token: svc-8443}}
            - {name: '*.example.com', user: {token: example}}
            - {name: '*', user: {token: everybody}}
            """);
    assertThat(users.forServer(host, port).credential().header()).contains("Bearer " + expected);
  }

  @Test
  void elseTheCurrentContextsElseNobody() throws IOException {
    KubeconfigUsers current =
        read(
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c, user: me}}]
            users: [{name: me, user: {token: mine}}]
            """);
    assertThat(current.forServer("x", 443).credential().header()).contains("Bearer mine");
    assertThat(read("users: []").forServer("x", 443).credential().header()).isEmpty();
    assertThat(KubeconfigUsers.NONE.forServer("x", 443).identity()).isEmpty();
  }

  @Test
  void whatCannotBeUsedIsTold() {
    assertThatThrownBy(() -> read("users: [{name: a, user: {exec: {}}}]"))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining("users[0].user.exec: is not supported");
    assertThatThrownBy(() -> read("current-context: none"))
        .hasMessageContaining("context was not found for specified context: \"none\"");
    assertThatThrownBy(() -> KubeconfigUsers.read(directory.resolve("missing")))
        .isInstanceOf(KubeconfigException.class);
  }
}
