package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.TokenIssuers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One server whose configuration changes, as its file does. */
@MostlyWaits
class AuthenticationConfigTest {
  private static final String SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  private static final String RELOADS =
      "apiserver_authentication_config_controller_automatic_reloads_total";

  @TempDir private static Path directory;
  private static TestProvider provider;
  private static Path file;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    provider = TestProvider.start(directory);
    file = directory.resolve("authn.yaml");
    write(configuration("one:"));
    server =
        RunningServer.configured(
            directory,
            config ->
                config.with(
                    config.authentication().with(new TokenIssuers.ConfigFile(file, false))));
  }

  @AfterAll
  static void stop() {
    server.close();
    provider.close();
  }

  private static String configuration(String prefix) {
    return """
        apiVersion: apiserver.config.k8s.io/v1beta1
        kind: AuthenticationConfiguration
        anonymous: {enabled: true, conditions: [{path: /livez}, {path: /readyz}]}
        jwt:
        - issuer:
            url: %s
            audiences: [muster]
            certificateAuthority: |
              %s
          claimMappings:
            username: {claim: sub, prefix: '%s'}
            groups: {claim: groups, prefix: ''}
        """
        .formatted(provider.url(), provider.authority().replace("\n", "\n      "), prefix);
  }

  /** All at once, as editors and kubelets do. */
  private static void write(String text) throws IOException {
    Path next = Files.writeString(directory.resolve("next.yaml"), text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String nameOf(String token) {
    Answer answer =
        server
            .client(token)
            .json(
                "POST",
                SELF,
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}");
    return answer.status() == 201
        ? answer.json().at("/status/userInfo/username").asText()
        : "" + answer.status();
  }

  private static String metrics() {
    return server.client().get("/metrics").body();
  }

  @Test
  void aFileChangesWhileTheServerRuns() throws Exception {
    String token = provider.token("jane", t -> {});
    Judged.await(() -> nameOf(token).equals("one:jane"));
    write(configuration("two:"));
    long changed = System.nanoTime();
    Judged.await(() -> nameOf(token).equals("two:jane"));
    assertThat(Duration.ofNanos(System.nanoTime() - changed)).isLessThan(Duration.ofSeconds(10));
    Judged.await(() -> metrics().contains(RELOADS + "{status=\"success\""));
    write(configuration("three:").replace("claim: sub", "claim: ''"));
    Judged.await(() -> metrics().contains(RELOADS + "{status=\"failure\""));
    assertThat(nameOf(token)).isEqualTo("two:jane");
    assertThat(server.client().get("/readyz?verbose").body())
        .contains("[+]authentication-config ok: the last good configuration is in force");
    write(configuration("two:").replace("path: /livez", "path: /api"));
    Judged.await(() -> reloadFailures() >= 2);
    write(configuration("four:"));
    Judged.await(() -> nameOf(token).equals("four:jane"));
    assertThat(server.client().get("/readyz?verbose").body())
        .contains("[+]authentication-config ok\n");
    assertThat(metrics())
        .contains(
            "apiserver_authentication_config_controller_last_config_info{",
            "apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info{",
            "apiserver_authentication_jwt_authenticator_latency_seconds_count{result=\"success\"");
  }

  private static int reloadFailures() {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(RELOADS + "{status=\"failure\""))
        .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void anybodyMayUseThePathsThatAreSaidAndNoOther() {
    assertThat(nobody("/livez").status()).isEqualTo(200);
    assertThat(nobody("/livez/").status()).isEqualTo(401);
    assertThat(nobody("/livez/ping").status()).isEqualTo(401);
    assertThat(nobody("/api").status()).isEqualTo(401);
    assertThat(nobody("/apis").status()).isEqualTo(401);
  }

  private static Answer nobody(String path) {
    return server.client().send("GET", path, null, Map.of("Authorization", List.of()));
  }

  @Test
  void reviewsSayWhyATokenIsNoGood() throws Exception {
    String token = provider.token("jane", t -> t.audience("other"));
    Judged.await(() -> !review(token).at("/status/error").asText().contains("not initialized"));
    assertThat(review(token).at("/status/error").asText())
        .isEqualTo(
            "[invalid bearer token, oidc: verify token: oidc: expected audience \"muster\" got"
                + " [\"other\"]]");
    assertThat(review(provider.token("jane", t -> {})).at("/status/authenticated").asBoolean())
        .isTrue();
  }

  private static JsonNode review(String token) {
    return server
        .client()
        .json(
            "POST",
            "/apis/authentication.k8s.io/v1/tokenreviews",
            """
            {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview",
             "spec": {"token": "%s"}}
            """
                .formatted(token))
        .json();
  }

  @Test
  void aServerDoesNotStartWithAConfigurationThatIsNoGood(@TempDir Path other) throws Exception {
    Path bad = Files.writeString(other.resolve("bad.yaml"), configuration("x:"));
    assertThatThrownBy(() -> startWith(other, new TokenIssuers.ConfigFile(bad, true)))
        .hasMessage(
            "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is"
                + " configured in authentication configuration file");
    Files.writeString(
        bad, configuration("x:").replace(provider.url(), "https://kubernetes.default.svc"));
    assertThatThrownBy(() -> startWith(other, new TokenIssuers.ConfigFile(bad, false)))
        .hasMessage(
            "invalid authentication configuration: jwt[0].issuer.url: Invalid value:"
                + " \"https://kubernetes.default.svc\": URL must not overlap with disallowed"
                + " issuers: [https://kubernetes.default.svc]");
  }

  private static void startWith(Path directory, TokenIssuers issuers) throws IOException {
    RunningServer.configured(
            directory, config -> config.with(config.authentication().with(issuers)))
        .close();
  }
}
