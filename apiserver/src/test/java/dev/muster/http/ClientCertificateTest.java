package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.authn.AuthenticatorChain;
import dev.muster.apiserver.authn.ClientCertificates;
import dev.muster.apiserver.authn.Result;
import dev.muster.model.status.Status;
import dev.muster.pki.Identity;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
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
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    Path data = directory.resolve("own");
    List<X509Certificate> authorities =
        Pki.open(PkiOptions.in(data), Clock.systemUTC()).clientAuthorities();
    var chain =
        new AuthenticatorChain(
            List.of(new ClientCertificates(authorities, Clock.systemUTC())), true);
    server =
        TestServer.start(
            data,
            TestServer.options(),
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
    return server
        .client(version, identity)
        .send(server.request("/").build(), BodyHandlers.ofString());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void areOptional(Version version) throws Exception {
    assertThat(get(version, null).body()).isEqualTo("system:anonymous");
    assertThat(get(version, server.pki.admin()).body()).isEqualTo("kubernetes-admin");
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
