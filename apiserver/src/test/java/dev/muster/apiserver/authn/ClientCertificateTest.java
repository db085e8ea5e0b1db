package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.certificates.PkiClient;
import dev.muster.http.HttpsServer;
import dev.muster.http.ServerOptions;
import dev.muster.model.status.Status;
import dev.muster.pki.Identity;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Client certificates over real connections. */
class ClientCertificateTest {
  @TempDir Path directory;
  private Pki pki;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    pki = Pki.open(PkiOptions.in(directory.resolve("own")), Clock.systemUTC());
    var chain =
        new AuthenticatorChain(
            List.of(new ClientCertificates(pki.clientAuthorities(), Clock.systemUTC())), true);
    server =
        HttpsServer.start(
            ServerOptions.on("127.0.0.1", 0),
            pki.serverContext(),
            exchange -> {
              if (chain.authenticate(exchange) instanceof Result.Authenticated known) {
                exchange.respond(
                    200, "text/plain", known.user().name().getBytes(StandardCharsets.UTF_8));
              } else {
                throw Status.unauthorized().exception();
              }
            });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> get(Version version, @Nullable Identity identity) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(PkiClient.of(pki, identity)).version(version).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("https://localhost:" + server.port()))
              .timeout(Duration.ofSeconds(30))
              .build(),
          BodyHandlers.ofString());
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void areOptional(Version version) throws Exception {
    assertThat(get(version, null).body()).isEqualTo("system:anonymous");
    assertThat(get(version, pki.admin()).body()).isEqualTo("kubernetes-admin");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void ofStrangersGetAnAnswerAndNoService(Version version) throws Exception {
    Pki stranger = Pki.open(PkiOptions.in(directory.resolve("other")), Clock.systemUTC());
    HttpResponse<String> answer = get(version, stranger.admin());
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .isEqualTo(
            """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
            "message":"Unauthorized","reason":"Unauthorized","code":401}
            """);
  }
}
