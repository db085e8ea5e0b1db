package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.authzwebhook.RemoteService;
import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.TokenWebhookOptions;
import dev.muster.authz.User;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service judges the tokens that nobody else knows. */
@MostlyWaits
class TokenWebhookTest {
  private static final List<String> API = List.of("api");

  @TempDir private Path directory;
  private Path kubeconfig;
  private RemoteService service;
  private TokenWebhook webhook;

  @BeforeEach
  void start() throws Exception {
    TestAuthority authority = TestAuthority.in(directory, "ca");
    authority.write(authority.client("api-server"), "client");
    service = RemoteService.start(authority.server(), authority);
    kubeconfig = service.kubeconfig(directory, "ca", "client");
    webhook =
        new TokenWebhook(
            new RemoteServer(ClientConfig.read(kubeconfig)),
            TokenReviewVersion.V1,
            Duration.ofMinutes(2),
            API);
  }

  @AfterEach
  void stop() throws IOException {
    webhook.close();
    service.close();
  }

  private static String review(String version, String status) {
    return "{\"apiVersion\":\"authentication.k8s.io/%s\",\"kind\":\"TokenReview\",\"status\":%s}"
        .formatted(version, status);
  }

  @Test
  void theServiceKnowsTheUserAndIsAskedOnce() {
    service.answering(
        200,
        review(
            "v1",
            """
            {"authenticated": true, "user": {"username": "jane", "uid": "7", "groups": ["dev"],
             "extra": {"site": ["bonn"]}}}
            """));
    TokenResult.Accepted expected =
        new TokenResult.Accepted(
            new User("jane", "7", List.of("dev"), Map.of("site", List.of("bonn"))), API);
    assertThat(webhook.authenticate("t", API)).isEqualTo(expected);
    assertThat(service.requests().getLast().body())
        .isEqualTo(
            "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"metadata\":{},"
                + "\"spec\":{\"token\":\"t\",\"audiences\":[\"api\"]},\"status\":{\"user\":{}}}");
    service.answering(500, "");
    assertThat(webhook.authenticate("t", API)).as("remembered").isEqualTo(expected);
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void theServiceDoesNotKnowTheToken() {
    service.answering(200, review("v1", "{\"authenticated\": false}"));
    assertThat(webhook.authenticate("t", API)).isEqualTo(new TokenResult.Unknown());
    service.answering(200, review("v1", "{\"error\": \"it has ended\"}"));
    assertThat(webhook.authenticate("u", API)).isEqualTo(new TokenResult.Rejected("it has ended"));
    service.answering(
        200,
        review(
            "v1",
            "{\"authenticated\": true, \"user\": {\"username\": \"jane\"}, \"audiences\":"
                + " [\"other\"]}"));
    assertThat(webhook.authenticate("v", API)).isEqualTo(new TokenResult.Unknown());
    assertThat(webhook.authenticate("v", List.of("other")))
        .isInstanceOf(TokenResult.Accepted.class);
  }

  @Test
  void answersThatAreNoneAreNotRemembered() {
    service.answering(200, review("v1beta1", "{\"authenticated\": true}"));
    assertThat(((TokenResult.Rejected) webhook.authenticate("t", API)).why())
        .contains("not a TokenReview of version authentication.k8s.io/v1");
    service.answering(404, "");
    assertThat(((TokenResult.Rejected) webhook.authenticate("t", API)).why())
        .endsWith("answered with status 404");
    service.answering(200, review("v1", "{\"authenticated\": true, \"user\": {}}"));
    assertThat(((TokenResult.Rejected) webhook.authenticate("t", API)).why())
        .isEqualTo("the authentication webhook names no user");
    service.answering(200, "x".repeat(2 << 20));
    assertThat(((TokenResult.Rejected) webhook.authenticate("u", API)).why())
        .contains("longer than 1048576 bytes");
  }

  @Test
  void aServerAsksItLast() throws IOException {
    service.answering(
        200, review("v1beta1", "{\"authenticated\": true, \"user\": {\"username\": \"jane\"}}"));
    try (RunningServer server =
        RunningServer.configured(
            directory,
            config ->
                config.with(
                    config
                        .authentication()
                        .with(
                            new TokenWebhookOptions(
                                kubeconfig,
                                TokenReviewVersion.V1BETA1,
                                TokenWebhookOptions.CACHE_TTL))))) {
      assertThat(server.client().get("/api").status()).isEqualTo(200);
      assertThat(service.requests()).isEmpty();
      assertThat(server.client("t").get("/api/v1/pods").body())
          .contains("User \\\"jane\\\" cannot list resource \\\"pods\\\"");
      assertThat(service.requests()).hasSize(1);
    }
  }
}
