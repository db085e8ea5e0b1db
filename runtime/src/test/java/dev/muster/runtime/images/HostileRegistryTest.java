package dev.muster.runtime.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever writes {@code image:}, and whoever runs a registry, learns nothing from this node. */
@Timeout(60)
class HostileRegistryTest {
  private static final RegistryCredentials SECRET = RegistryCredentials.basic("alice", "s3cret");

  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init")
  private FakeRegistry registry;

  @SuppressWarnings("NullAway.Init")
  private ImageStore store;

  @BeforeEach
  void serve() throws IOException {
    registry = new FakeRegistry();
    store = ImageStore.open(temporary.resolve("store"));
  }

  @AfterEach
  void close() {
    registry.close();
  }

  private void pull(String image, RegistryCredentials credentials, String... insecure)
      throws IOException {
    RegistrySettings settings =
        new RegistrySettings(Set.of(insecure), Duration.ofSeconds(5), Duration.ofSeconds(20), 3, 1);
    try (ImagePuller puller = new ImagePuller(store, settings)) {
      puller.pull(ImageReference.parse(image), credentials, PullProgress.SILENT);
    }
  }

  /** Something in the node's network that answers whoever asks. */
  @Test
  void anAddressOnThisMachineIsSpokenToByTlsOnly() throws Exception {
    List<Integer> first = new CopyOnWriteArrayList<>();
    try (ServerSocket service = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                while (true) {
                  try (Socket socket = service.accept()) {
                    first.add(socket.getInputStream().read());
                    socket.getOutputStream().write("HTTP/1.1 500 X\r\n\r\nsecret".getBytes(UTF_8));
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                  } catch (IOException e) {
                    if (service.isClosed()) {
                      return;
                    }
                  }
                }
              });
      int port = service.getLocalPort();
      for (String host : List.of("127.0.0.1", "localhost")) {
        String image = host + ":" + port + "/a/b:1";
        assertThatThrownBy(() -> pull(image, SECRET))
            .hasMessageStartingWith("cannot reach " + host + ":" + port + ": ")
            .hasMessageNotContaining("secret");
      }
    }
    // 22: a handshake of TLS
    assertThat(first).isNotEmpty().containsOnly(22);
  }

  @Test
  void whatARegistrySaysWhenItRefusesIsNotShown() {
    registry.tricks.add(
        exchange -> {
          byte[] body = "internal: password=hunter2".getBytes(UTF_8);
          exchange.sendResponseHeaders(500, body.length);
          exchange.getResponseBody().write(body);
          return true;
        });
    assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", SECRET, registry.host()))
        .hasMessage("registry %1$s answers 500 for %1$s/a/b:1".formatted(registry.host()));
  }

  @Test
  void whatIsNoManifestIsNotShown() {
    registry.answers.put("/v2/a/b/manifests/1", "hunter2 is the password".getBytes(UTF_8));
    assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", SECRET, registry.host()))
        .hasMessageStartingWith("the manifest is not JSON")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void whatAnIndexOffersIsShownInWordsOnly() {
    registry.answers.put(
        "/v2/a/b/manifests/1",
        "{\"manifests\":[{\"platform\":{\"os\":\"a\\u001b[2J\",\"architecture\":\"%s\"}}]}"
            .formatted("x".repeat(1000))
            .getBytes(UTF_8));
    assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", SECRET, registry.host()))
        .hasMessageEndingWith("only for [?/?]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://169.254.169.254/latest  | , without TLS
          http://127.0.0.1:1/token       | , without TLS
          http://tokens.example/t        | , without TLS
          ftp://tokens.example/t         | , without TLS
          https://169.254.169.254/latest | , an address of this node or its link
          https://127.0.0.1:1/token      | , an address of this node or its link
          https://[::1]:1/token          | , an address of this node or its link
          https://0.0.0.0/token          | , an address of this node or its link
          https://tokens.example/t       | , which is of another domain
          https://a@tokens.example/t     | , which is no address
          https://tokens.example/a b     | , which is no address
          https://tokens.example:x/      | , which is no address
          https:///token                 | , which is no address
          """)
  void aRegistryCannotSendSecretsElsewhere(String realm, String why) {
    RegistryDestinations from =
        new RegistryDestinations(
            RegistrySettings.DEFAULT, URI.create("https://registry.example.org/v2/a/"));
    assertThatThrownBy(() -> from.tokenService(realm, true))
        .isInstanceOf(ImageException.class)
        .hasMessage(
            "registry registry.example.org names the token service \"" + realm + "\"" + why);
  }

  @ParameterizedTest
  @CsvSource({
    "registry-1.docker.io, auth.docker.io, true",
    "registry.gitlab.com, gitlab.com, true",
    "ghcr.io, ghcr.io, true",
    "ghcr.io, tokens.ghcr.io, true",
    "ghcr.io, other.io, false",
    "quay.io, quay.io.evil.example, false",
    "registry.example.org, evilexample.org, false",
    "registry, elsewhere, false",
    "192.0.2.7, 193.0.2.7, false",
    "192.0.2.7, x.0.2.7, false",
  })
  void secretsAreForServicesOfTheSameDomain(String registryHost, String service, boolean trusted)
      throws IOException {
    RegistryDestinations from =
        new RegistryDestinations(
            RegistrySettings.DEFAULT, URI.create("https://" + registryHost + "/v2/a/"));
    String realm = "https://" + service + "/token";
    if (trusted) {
      assertThat(from.tokenService(realm, true)).hasHost(service);
    } else {
      assertThatThrownBy(() -> from.tokenService(realm, true)).isInstanceOf(ImageException.class);
    }
  }

  /** On the wire: a named registry cannot make this node ask another service for it. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void neitherRealmNorRedirectReachesAServiceOnThisMachine(String scheme) throws Exception {
    try (FakeRegistry inside = new FakeRegistry()) {
      String there = scheme + "://" + inside.host().replace("127.0.0.1", "localhost") + "/x";
      FakeRegistry.Trick challenge =
          exchange -> {
            exchange
                .getResponseHeaders()
                .set("WWW-Authenticate", "Bearer realm=\"" + there + "\",service=\"s\"");
            exchange.sendResponseHeaders(401, -1);
            return true;
          };
      FakeRegistry.Trick redirect =
          exchange -> {
            exchange.getResponseHeaders().set("Location", there);
            exchange.sendResponseHeaders(307, -1);
            return true;
          };
      for (FakeRegistry.Trick trick : List.of(challenge, redirect)) {
        for (RegistryCredentials shown : List.of(SECRET, RegistryCredentials.NONE)) {
          registry.tricks.clear();
          registry.tricks.add(trick);
          assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", shown, registry.host()))
              .isInstanceOf(ImageException.class);
        }
      }
      assertThat(inside.requests).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b\r\nHost: x/c:1",
        "a.b:99999/c:1",
        "a..b/c:1",
        "[:::::]/c:1",
        "a.b/c:1\r\nX: y",
        "a.b/../c:1",
        "a.b/c?d:1",
        "a.b/c:1#x",
        "a@b.c/d:1",
        "a.b /c:1"
      })
  void aNameThatIsNoneIsNotSent(String image) {
    assertThatThrownBy(() -> pull(image, SECRET)).isInstanceOf(ImageException.class);
  }

  @Test
  void credentialsThatAreNoHeaderAreRefusedAndNotRepeated() {
    RegistryCredentials evil = new RegistryCredentials("", "", "", "t\r\nX: s3cret");
    assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", evil, registry.host()))
        .isInstanceOf(ImageException.class)
        .hasMessageNotContaining("s3cret")
        .hasNoCause();
    assertThat(registry.requests).isEmpty();
  }

  @Test
  void aTokenServicesAnswerHasABound() {
    registry.tricks.add(
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/token")) {
            exchange.sendResponseHeaders(200, (1 << 20) + 1);
            exchange.getResponseBody().write(new byte[(1 << 20) + 1]);
            return true;
          }
          exchange
              .getResponseHeaders()
              .set("WWW-Authenticate", "Bearer realm=\"http://" + registry.host() + "/token\"");
          exchange.sendResponseHeaders(401, -1);
          return true;
        });
    assertThatThrownBy(() -> pull(registry.host() + "/a/b:1", SECRET, registry.host()))
        .hasMessage("the answer of token service " + registry.host() + " is too long");
  }
}
