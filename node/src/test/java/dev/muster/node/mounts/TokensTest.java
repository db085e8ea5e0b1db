package dev.muster.node.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.Credential;
import dev.muster.client.tls.Trust;
import dev.muster.volumes.TokenSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When service account tokens are asked for anew; the API server is played. */
class TokensTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<String> audiences = new CopyOnWriteArrayList<>();
  private volatile Instant now = START;
  private volatile boolean away;
  private HttpServer server;
  private ApiClient client;
  private Tokens tokens;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/namespaces/default/serviceaccounts/builder/token",
        request -> {
          var spec = new ObjectMapper().readTree(request.getRequestBody()).path("spec");
          audiences.add(spec.path("audiences").toString());
          byte[] answer =
              "{\"status\":{\"token\":\"token-%d\",\"expirationTimestamp\":\"%s\"}}"
                  .formatted(
                      audiences.size(), now.plusSeconds(spec.path("expirationSeconds").asLong()))
                  .getBytes(StandardCharsets.UTF_8);
          request.sendResponseHeaders(away ? 503 : 201, answer.length);
          request.getResponseBody().write(answer);
          request.close();
        });
    server.start();
    client =
        new ApiClient(
            new ClientConfig(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                new Trust.Machine(),
                Optional.empty(),
                new Credential.None(),
                "default"));
    tokens = new Tokens(client, () -> now);
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private String token(String audience, Duration life) throws IOException {
    return tokens.get(
        new TokenSpec("default", "builder", "pod", "uid", audience, life.toSeconds()));
  }

  @Test
  void aTokenIsRenewedWhenFourFifthsOfItsLifeAreOver() throws Exception {
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-1");
    now = START.plus(Duration.ofMinutes(47));
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-1");
    now = START.plus(Duration.ofMinutes(49));
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-2");
  }

  @Test
  void aTokenIsRenewedAfterADayHoweverLongItLives() throws Exception {
    assertThat(token("", Duration.ofDays(30))).isEqualTo("token-1");
    now = START.plus(Duration.ofHours(25));
    assertThat(token("", Duration.ofDays(30))).isEqualTo("token-2");
  }

  @Test
  void eachAudienceHasATokenOfItsOwn() throws Exception {
    assertThat(token("vault", Duration.ofHours(1))).isEqualTo("token-1");
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-2");
    assertThat(token("vault", Duration.ofHours(1))).isEqualTo("token-1");
    assertThat(audiences).containsExactly("[\"vault\"]", "[]");
  }

  @Test
  void whileTheServerIsAwayATokenServesUntilItExpires() throws Exception {
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-1");
    away = true;
    now = START.plus(Duration.ofMinutes(59));
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-1");
    now = START.plus(Duration.ofMinutes(61));
    assertThatThrownBy(() -> token("", Duration.ofHours(1))).isInstanceOf(IOException.class);
  }

  @Test
  void aPodThatIsGoneLeavesNoToken() throws Exception {
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-1");
    tokens.forget("uid");
    assertThat(token("", Duration.ofHours(1))).isEqualTo("token-2");
  }
}
