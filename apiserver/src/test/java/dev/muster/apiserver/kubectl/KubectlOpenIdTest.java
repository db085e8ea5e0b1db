package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.authn.config.OidcFlags;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.TokenIssuers;
import dev.muster.pki.Pem;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.MockWebServerWrapper;
import no.nav.security.mock.oauth2.http.Ssl;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token of an OpenID provider signs kubectl in, with the name and groups that it maps to. */
@MostlyWaits
class KubectlOpenIdTest {
  private static final Ssl TLS = new Ssl();

  private static MockOAuth2Server provider;
  private static String authority;

  @BeforeAll
  static void start() throws Exception {
    provider =
        new MockOAuth2Server(
            new OAuth2Config(
                false,
                null,
                null,
                false,
                new OAuth2TokenProvider(),
                java.util.Set.of(),
                new MockWebServerWrapper(TLS)));
    provider.start();
    KeyStore keys = TLS.getSslKeystore().getKeyStore();
    authority = Pem.of((X509Certificate) keys.getCertificate(keys.aliases().nextElement()));
  }

  @AfterAll
  static void stop() {
    provider.shutdown();
  }

  private static String token(String issuer, Map<String, Object> claims) {
    return provider.issueToken(issuer, "jane", "muster", claims).serialize();
  }

  private static List<String> whoAmI(Kubectl kubectl, String token) {
    // the provider may not have been reached yet
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      Run run = kubectl.run("auth", "whoami", "--token", token);
      if (run.exit() == 0 || System.nanoTime() > deadline) {
        return run.rows();
      }
    }
  }

  /** Without the administrator's certificate, which would win. */
  private static Kubectl kubectl(RunningServer server, Path home) throws Exception {
    String admin = Files.readString(server.kubeconfig());
    String nobody =
        admin
            .replaceAll("(?m)^\\s*\"?client-(certificate|key)-data.*$", "")
            .replaceAll("(?m)^(\\s*)user:\\s*$", "$1user: {}");
    Path file = Files.writeString(home.resolve("nobody.kubeconfig"), nobody);
    return Kubectl.on(file, home);
  }

  @Test
  void byAConfigurationOfTwoIssuers(@TempDir Path home) throws Exception {
    String indented = authority.replace("\n", "\n      ");
    Path file =
        Files.writeString(
            home.resolve("authn.yaml"),
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AuthenticationConfiguration
            jwt:
            - issuer:
                url: %s
                audiences: [muster, other]
                audienceMatchPolicy: MatchAny
                certificateAuthority: |
                  %s
              claimMappings:
                username: {expression: '"staff:" + claims.sub'}
                groups: {expression: 'claims.teams.map(t, "team:" + t)'}
                extra:
                - {key: example.com/site, valueExpression: claims.site}
              userValidationRules:
              - {expression: "!user.username.startsWith('system:')", message: reserved}
            - issuer:
                url: %s
                audiences: [muster]
                certificateAuthority: |
                  %s
              claimMappings:
                username: {claim: sub, prefix: 'guest:'}
            """
                .formatted(
                    provider.issuerUrl("staff"), indented, provider.issuerUrl("guests"), indented));
    try (RunningServer server =
        RunningServer.configured(
            home,
            config ->
                config.with(
                    config.authentication().with(new TokenIssuers.ConfigFile(file, false))))) {
      Kubectl kubectl = kubectl(server, home);
      assertThat(
              whoAmI(kubectl, token("staff", Map.of("teams", List.of("a", "b"), "site", "bonn"))))
          .contains(
              "Username|staff:jane",
              "Groups|[team:a team:b system:authenticated]",
              "Extra: example.com/site|[bonn]");
      assertThat(whoAmI(kubectl, token("guests", Map.of())))
          .contains("Username|guest:jane", "Groups|[system:authenticated]");
      assertThat(kubectl.run("get", "pods", "--token", token("guests", Map.of())).refused())
          .contains("User \"guest:jane\" cannot list resource \"pods\"");
      assertThat(kubectl.run("get", "pods", "--token", token("strangers", Map.of())).refused())
          .contains("You must be logged in to the server");
    }
  }

  @Test
  void byFlags(@TempDir Path home) throws Exception {
    Path ca = Files.writeString(home.resolve("ca.pem"), authority);
    OidcFlags flags =
        new OidcFlags(
            provider.issuerUrl("staff").toString(),
            "muster",
            Optional.of(ca),
            "sub",
            "",
            "teams",
            "oidc:",
            List.of("RS256"),
            Map.of());
    try (RunningServer server =
        RunningServer.configured(
            home,
            config -> config.with(config.authentication().with(new TokenIssuers.Flags(flags))))) {
      assertThat(whoAmI(kubectl(server, home), token("staff", Map.of("teams", List.of("a")))))
          .contains(
              "Username|" + provider.issuerUrl("staff") + "#jane",
              "Groups|[oidc:a system:authenticated]");
    }
  }
}
