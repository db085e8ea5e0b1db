package dev.muster.apiserver.authzconfig;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.authzwebhook.ScriptedWebhooks;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** One server whose configuration changes, as its file does. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@MostlyWaits
class AuthorizationConfigTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final String RBAC = "- {type: RBAC, name: rbac}\n";
  private static final String RELOADS =
      "apiserver_authorization_config_controller_automatic_reloads_total";

  private static Path directory;
  private static Path file;
  private static ScriptedWebhooks webhooks;
  private static LiveServer server;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    directory = temporary;
    JsonNode rules =
        JSON.readTree(
            """
            [{"when": {"resource": "secrets"}, "then": {"status": {"allowed": false, "denied": true, "reason": "no secrets"}}},
             {"when": {"resource": "pods"}, "then": {"status": {"allowed": true}}}]
            """);
    webhooks = ScriptedWebhooks.start(Map.of("guard", rules));
    file = directory.resolve("authz.yaml");
    write(webhook("request.user == 'alice'") + RBAC);
    server = LiveServer.start(directory, Authorization.configured(file));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    webhooks.close();
  }

  private static String webhook(String condition) throws IOException {
    return """
        - type: Webhook
          name: guard
          webhook:
            timeout: 20s
            subjectAccessReviewVersion: v1
            matchConditionSubjectAccessReviewVersion: v1
            failurePolicy: NoOpinion
            connectionInfo: {type: KubeConfigFile, kubeConfigFile: %s}
            matchConditions:
            - expression: %s
        """
        .formatted(webhooks.kubeconfig(directory, "guard"), condition);
  }

  /** Replaces the file at once, as those do that write with care. */
  private static void write(String authorizers) throws IOException {
    Path next =
        Files.writeString(
            directory.resolve("next"),
            "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n"
                + "authorizers:\n"
                + authorizers);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Asks until the answer is this one, which must not take long. */
  private static <T> void becomes(Supplier<T> question, T answer) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!question.get().equals(answer) && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
    assertThat(question.get()).isEqualTo(answer);
  }

  private static String readiness() {
    return server.get(ADMIN, "/readyz?verbose").response().body();
  }

  private static String metrics() {
    return server.get(ADMIN, "/metrics").response().body();
  }

  @Test
  @Order(1)
  void theWebhookOfTheFileDecides() {
    assertThat(server.get(ALICE, PODS).code()).isEqualTo(200);
    assertThat(server.get(ALICE, SECRETS).text("/message")).endsWith(": no secrets");
    assertThat(server.get(ALICE, "/version").code()).as("RBAC allows it").isEqualTo(200);
    assertThat(server.get(LiveServer.NOBODY, "/version").code())
        .as("no webhook is asked about others")
        .isEqualTo(200);
    assertThat(webhooks.asked())
        .allSatisfy(
            asked -> assertThat(asked.review().at("/spec/user").asText()).isEqualTo("alice"));
    assertThat(metrics())
        .contains(
            "apiserver_authorization_decisions_total{type=\"Webhook\",name=\"guard\",decision=\"allowed\"} 1\n",
            "apiserver_authorization_decisions_total{type=\"Webhook\",name=\"guard\",decision=\"denied\"} 1\n",
            "apiserver_authorization_match_condition_exclusions_total{type=\"Webhook\",name=\"guard\"} 1\n",
            "apiserver_authorization_match_condition_evaluation_seconds_count{type=\"Webhook\",name=\"guard\"} 4\n",
            "apiserver_authorization_webhook_evaluations_total{name=\"guard\",result=\"success\"} 3\n")
        .containsPattern(
            "apiserver_authorization_config_controller_last_config_info\\{"
                + "apiserver_id_hash=\"sha256:[0-9a-f]{64}\",hash=\"sha256:[0-9a-f]{64}\"} 1\n");
    assertThat(readiness())
        .contains("[+]authorization-config ok\n", "[+]authorization-webhook ok\n");
  }

  @Test
  @Order(2)
  void aChangeTakesEffectWithoutARestart() throws IOException {
    write("- {type: AlwaysDeny, name: alwaysdeny}\n" + RBAC);
    becomes(() -> server.get(ALICE, PODS).code(), 403);
    assertThat(metrics()).containsPattern(RELOADS + "\\{status=\"success\",[^}]*} 1\n");
  }

  @Test
  @Order(3)
  void aBadFileLeavesTheLastGoodOneInForce() throws IOException {
    Files.writeString(file, "kind: [");
    becomes(
        () ->
            readiness()
                .contains("[+]authorization-config ok: the last good configuration is in force\n"),
        true);
    assertThat(server.get(ALICE, PODS).code()).isEqualTo(403);
    assertThat(metrics()).containsPattern(RELOADS + "\\{status=\"failure\",[^}]*} 1\n");
  }

  @Test
  @Order(4)
  void whatWasThereAtTheStartMustStayAndWhatWasNotCannotCome() throws IOException {
    write("- {type: AlwaysAllow, name: alwaysallow}\n");
    becomes(
        () -> metrics().matches("(?s).*" + RELOADS + "\\{status=\"failure\",[^}]*} 2\n.*"), true);
    write(RBAC + "- {type: Node, name: node}\n");
    becomes(
        () -> metrics().matches("(?s).*" + RELOADS + "\\{status=\"failure\",[^}]*} 3\n.*"), true);
    assertThat(server.get(ALICE, PODS).code()).isEqualTo(403);
  }

  @Test
  @Order(5)
  void aGoodFileEndsTheProblem() throws IOException {
    write(webhook("\"has(request.resourceAttributes)\"") + RBAC);
    becomes(() -> server.get(ALICE, PODS).code(), 200);
    assertThat(readiness()).contains("[+]authorization-config ok\n");
  }

  @Test
  @Order(6)
  void aConditionThatCannotBeEvaluatedIsCounted() throws IOException {
    write(webhook("request.nonResourceAttributes.path == '/x'") + RBAC);
    becomes(() -> server.get(ALICE, PODS).code(), 500);
    assertThat(server.get(ALICE, PODS).response().body())
        .contains(
            "cel evaluation error: expression 'request.nonResourceAttributes.path == '/x''"
                + " resulted in error: no such key: nonResourceAttributes");
    assertThat(metrics())
        .contains(
            "apiserver_authorization_match_condition_evaluation_errors_total{type=\"Webhook\",name=\"guard\"} ");
  }

  @Test
  @Order(7)
  void aFileThatIsGoneIsAProblemAndNoReasonToForget() throws IOException {
    write(webhook("request.user == 'alice'") + RBAC);
    becomes(() -> server.get(ALICE, PODS).code(), 200);
    Files.delete(file);
    becomes(() -> readiness().contains("the last good configuration is in force"), true);
    assertThat(server.get(ALICE, PODS).code()).isEqualTo(200);
    write(webhook("request.user == 'alice'") + RBAC);
    becomes(() -> readiness().contains("[+]authorization-config ok\n"), true);
  }
}
