package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.request.FakeExchange;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.RequestHeaderOptions;
import dev.muster.authz.User;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.Trust;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proxy says who its clients are; from anybody else the same words mean nothing. */
class RequestHeadersTest {
  private static final RequestHeaders.Names NAMES =
      new RequestHeaders.Names(
          List.of("X-Remote-User"),
          List.of("X-Remote-Uid"),
          List.of("X-Remote-Group"),
          List.of("X-Remote-Extra-"));

  @TempDir private Path directory;
  private TestAuthority proxies;
  private TestAuthority others;

  @BeforeEach
  void authorities() throws Exception {
    proxies = TestAuthority.in(directory, "proxies");
    others = TestAuthority.in(directory, "others");
  }

  private Result authenticate(FakeExchange exchange, String... allowed) throws Exception {
    List<X509Certificate> authorities =
        Pem.certificates(Files.readString(proxies.certificate()), proxies.certificate(), "");
    return new RequestHeaders(
            new ClientCertificates(authorities, Clock.systemUTC()), Set.of(allowed), NAMES)
        .authenticate(exchange);
  }

  private static FakeExchange asking() {
    return new FakeExchange()
        .with("X-Remote-User", "jane")
        .with("X-Remote-Uid", "7")
        .with("X-Remote-Group", "dev", "ops")
        .with("x-remote-extra-Example.com%2fSite", "bonn");
  }

  @Test
  void aProxyVouchesForItsClients() throws Exception {
    FakeExchange proxied = asking().with(proxies.client("front-proxy").chain());
    assertThat(authenticate(proxied, "front-proxy"))
        .isEqualTo(
            new Result.Authenticated(
                new User(
                    "jane",
                    "7",
                    List.of("dev", "ops"),
                    Map.of("example.com/site", List.of("bonn")))));
    assertThat(authenticate(proxied)).isInstanceOf(Result.Authenticated.class);
    assertThat(authenticate(new FakeExchange().with(proxies.client("front-proxy").chain())))
        .isInstanceOf(Result.NoCredentials.class);
  }

  @Test
  void nobodyElseDoes() throws Exception {
    assertThat(authenticate(asking())).isInstanceOf(Result.NoCredentials.class);
    assertThat(authenticate(asking().with(others.client("front-proxy").chain()), "front-proxy"))
        .isInstanceOf(Result.Refused.class);
    assertThat(authenticate(asking().with(proxies.client("somebody").chain()), "front-proxy"))
        .isEqualTo(new Result.Refused("x509: subject with cn=somebody is not in the allowed list"));
  }

  @Test
  void aServerTakesTheWordOfItsProxyOnly() throws Exception {
    RequestHeaderOptions options =
        new RequestHeaderOptions(proxies.certificate(), List.of("front-proxy"), NAMES);
    try (RunningServer server =
        RunningServer.configured(
            directory, config -> config.with(config.authentication().with(options)))) {
      assertThat(get(server, proxies.client("front-proxy")))
          .contains("User \\\"jane\\\" cannot list resource \\\"pods\\\"");
      assertThat(get(server, proxies.client("somebody"))).contains("Unauthorized");
      assertThat(get(server, others.client("front-proxy"))).contains("Unauthorized");
      JsonNode told =
          server
              .client()
              .get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication")
              .json()
              .path("data");
      assertThat(told.properties().stream().map(Map.Entry::getKey))
          .containsExactlyInAnyOrder(
              "client-ca-file",
              "requestheader-allowed-names",
              "requestheader-client-ca-file",
              "requestheader-extra-headers-prefix",
              "requestheader-group-headers",
              "requestheader-uid-headers",
              "requestheader-username-headers");
      assertThat(told.path("requestheader-allowed-names").asText()).isEqualTo("[\"front-proxy\"]");
      assertThat(told.path("requestheader-client-ca-file").asText().strip())
          .isEqualTo(Files.readString(proxies.certificate()).strip());
    }
  }

  private static String get(RunningServer server, Identity identity) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(ClientTls.context(new Trust.Anyone(), Optional.of(identity)))
            .build()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/pods"))
                  .header("X-Remote-User", "jane")
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void anAuthorityOfAllClientsNeedsNamesOfProxies() throws Exception {
    Path own = directory.resolve("data/pki/ca.crt");
    RunningServer.configured(directory, config -> config).close();
    RequestHeaderOptions options = new RequestHeaderOptions(own, List.of(), NAMES);
    assertThatThrownBy(
            () ->
                RunningServer.configured(
                    directory, config -> config.with(config.authentication().with(options))))
        .hasMessageContaining("--requestheader-allowed-names must be specified");
  }

  @Test
  void namesOfHeadersAreChecked() {
    Path file = proxies.certificate();
    assertThatThrownBy(
            () ->
                new RequestHeaderOptions(
                    file,
                    List.of(),
                    new RequestHeaders.Names(
                        List.of(" "), List.of("X-Remote-Id"), List.of(), List.of())))
        .hasMessageContaining("empty value in \"requestheader-username-headers\"")
        .hasMessageContaining("without specifying the standard X-Remote-Uid header");
    assertThatThrownBy(
            () ->
                new RequestHeaderOptions(
                    file,
                    List.of(),
                    new RequestHeaders.Names(List.of("User"), List.of(), List.of(), List.of())))
        .hasMessageContaining("\"User\" must begin with X-Remote-");
  }
}
