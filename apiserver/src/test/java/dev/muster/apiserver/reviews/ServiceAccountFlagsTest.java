package dev.muster.apiserver.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.apiserver.server.ServiceAccounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What --service-account-* and --api-audiences change. */
class ServiceAccountFlagsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROBOT = "/api/v1/namespaces/default/serviceaccounts/robot";
  private static final String OLD = "https://old.example.com";
  private static final String NEW = "https://new.example.com";

  /** Made once, since each takes a second or two. */
  private static KeyPair oldPair;

  private static KeyPair newPair;

  @TempDir private Path directory;
  private Path oldKey;
  private Path oldPublic;
  private Path newKey;

  @BeforeAll
  static void keys() throws NoSuchAlgorithmException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    oldPair = generator.generateKeyPair();
    newPair = generator.generateKeyPair();
  }

  @BeforeEach
  void files() throws IOException {
    oldKey = pem("old.key", "PRIVATE KEY", oldPair.getPrivate());
    oldPublic = pem("old.pub", "PUBLIC KEY", oldPair.getPublic());
    newKey = pem("new.key", "PRIVATE KEY", newPair.getPrivate());
  }

  private Path pem(String file, String label, Key key) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {10}).encodeToString(key.getEncoded());
    return Files.writeString(
        directory.resolve(file),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, text));
  }

  private RunningServer with(ServiceAccounts accounts) throws IOException {
    return RunningServer.configured(
        directory, config -> config.with(config.authentication().with(accounts)));
  }

  private static ServiceAccounts accounts(
      List<String> issuers, Path signing, List<Path> keys, List<String> audiences) {
    return new ServiceAccounts(
        issuers, keys, Optional.of(signing), audiences, Optional.empty(), true);
  }

  private static Answer request(RunningServer server, long seconds) {
    return server
        .client()
        .json(
            "POST",
            ROBOT + "/token",
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\","
                + "\"spec\":{\"expirationSeconds\":"
                + seconds
                + "}}");
  }

  private static void createRobot(RunningServer server) {
    server
        .client()
        .json(
            "POST",
            "/api/v1/namespaces/default/serviceaccounts",
            "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"robot\"}}");
  }

  private static JsonNode claims(String token) throws IOException {
    byte[] payload = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
    return JSON.readTree(new String(payload, StandardCharsets.UTF_8));
  }

  private static int use(RunningServer server, String token) {
    return server
        .client()
        .send("GET", "/api", null, Map.of("Authorization", List.of("Bearer " + token)))
        .status();
  }

  @Test
  void keysAndIssuersAreChangedWithoutBreakingTokens() throws IOException {
    String token;
    try (RunningServer server = with(accounts(List.of(OLD), oldKey, List.of(), List.of("api")))) {
      createRobot(server);
      token = request(server, 3600).at("/status/token");
      assertThat(claims(token).path("iss").asText()).isEqualTo(OLD);
      assertThat(claims(token).path("aud").toString()).isEqualTo("[\"api\"]");
      assertThat(use(server, token)).isEqualTo(200);
    }
    try (RunningServer server =
        with(accounts(List.of(NEW, OLD), newKey, List.of(oldPublic), List.of("api")))) {
      assertThat(use(server, token)).isEqualTo(200);
      String fresh = request(server, 3600).at("/status/token");
      assertThat(claims(fresh).path("iss").asText()).isEqualTo(NEW);
      assertThat(use(server, fresh)).isEqualTo(200);
      assertThat(server.client().get("/.well-known/openid-configuration").at("/issuer"))
          .isEqualTo(NEW);
      assertThat(server.client().get("/openid/v1/jwks").at("/keys/1/kid")).isNotEmpty();
    }
    try (RunningServer server =
        with(accounts(List.of(NEW), newKey, List.of(oldPublic), List.of("api")))) {
      assertThat(use(server, token)).as("an issuer that is not accepted any more").isEqualTo(401);
    }
    try (RunningServer server =
        with(accounts(List.of(NEW, OLD), newKey, List.of(), List.of("api")))) {
      assertThat(use(server, token)).as("a key that is not known any more").isEqualTo(401);
    }
    try (RunningServer server = with(accounts(List.of(OLD), oldKey, List.of(), List.of("other")))) {
      assertThat(use(server, token)).as("an audience that is not ours").isEqualTo(401);
    }
  }

  @Test
  void noTokenLivesLongerThanTheLimit() throws IOException {
    ServiceAccounts limited =
        new ServiceAccounts(
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.of(Duration.ofHours(2)),
            true);
    try (RunningServer server = with(limited)) {
      createRobot(server);
      Answer answer = request(server, 100_000);
      assertThat(answer.at("/spec/expirationSeconds")).isEqualTo("7200");
      JsonNode claims = claims(answer.at("/status/token"));
      assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(7200);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 31536000, true", "false, 3607, false"})
  void theUsualTokensOfPodsLiveForAYearUnlessTheFlagSaysNo(
      boolean flag, long seconds, boolean warned) throws IOException {
    ServiceAccounts accounts =
        new ServiceAccounts(
            List.of(), List.of(), Optional.empty(), List.of(), Optional.empty(), flag);
    try (RunningServer server = with(accounts)) {
      createRobot(server);
      server
          .client()
          .json(
              "POST",
              "/api/v1/namespaces/default/pods",
              """
              {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {
                "serviceAccountName": "robot", "containers": [{"name": "c", "image": "i"}]}}
              """);
      Answer answer =
          server
              .client()
              .json(
                  "POST",
                  ROBOT + "/token",
                  """
                  {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {
                    "expirationSeconds": 3607,
                    "boundObjectRef": {"apiVersion": "v1", "kind": "Pod", "name": "p"}}}
                  """);
      assertThat(answer.at("/spec/expirationSeconds")).isEqualTo("3607");
      JsonNode claims = claims(answer.at("/status/token"));
      assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(seconds);
      assertThat(claims.path("kubernetes.io").has("warnafter")).isEqualTo(warned);
    }
  }

  @Test
  void refusesNonsense() {
    ServerConfig config = ServerConfig.in(directory);
    assertThat(config.authentication()).isEqualTo(Authentication.defaults());
    assertThatThrownBy(
            () ->
                new ServiceAccounts(
                    List.of("a:b c"),
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    Optional.of(Duration.ofMinutes(1)),
                    true))
        .hasMessage(
            "--service-account-issuer \"a:b c\" is neither a name nor a valid URL\n"
                + "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
  }
}
