package dev.muster.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusalExplanationsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void aRefusalIsKubernetesOwnAndExplainedToThoseWhoMayAsk(@TempDir Path directory)
      throws IOException {
    Path log;
    String revision;
    try (QuestionServer server = QuestionServer.start(directory)) {
      log = server.auditLog();
      revision =
          QuestionServer.explain(server.olga, "{'request':'GET /healthz'}").at("/status/revision");
      Answer plain = server.alice.get("/api/v1/namespaces/red/secrets");
      assertThat(plain.json().at("/details").toString()).isEqualTo("{\"kind\":\"secrets\"}");
      assertThat(plain.body()).doesNotContain("secretive");
      Answer told = server.olga.get("/api/v1/namespaces/red/secrets");
      assertThat(told.status()).isEqualTo(403);
      assertThat(told.at("/message"))
          .isEqualTo(
              "secrets is forbidden: User \"olga\" cannot list resource \"secrets\" in API group"
                  + " \"\" in the namespace \"red\"");
      JsonNode causes = told.json().at("/details/causes");
      assertThat(causes.at("/0/reason").asText()).isEqualTo("NearestGrant");
      assertThat(causes.at("/0/message").asText())
          .startsWith("Role \"secretive/red\", bound by RoleBinding \"secrets/red\": ");
      assertThat(causes.findValuesAsText("reason")).contains("SmallestGrant");
      Answer impersonating =
          server.zoe.send("GET", "/api", null, Map.of("Impersonate-User", List.of("alice")));
      assertThat(impersonating.status()).isEqualTo(403);
      Answer anonymous =
          server.zoe.send("GET", "/api/v1/nodes", null, Map.of("Authorization", List.of()));
      assertThat(anonymous.status()).isEqualTo(403);
      assertThat(anonymous.json().at("/details/causes").isMissingNode()).isTrue();
    }
    List<JsonNode> refusals = refusals(log);
    assertThat(refusals)
        .extracting(
            event ->
                event.at("/user/username").asText()
                    + ": "
                    + event.at("/annotations/access.muster.dev~1reason").asText())
        .containsExactly(
            "alice: no role that is bound to the user in namespace \"red\" or in the whole cluster"
                + " allows it: looked at RoleBinding \"list\", ClusterRoleBinding"
                + " \"system:basic-user\", ClusterRoleBinding \"system:discovery\" and more",
            "olga: no role that is bound to the user in namespace \"red\" or in the whole cluster"
                + " allows it: looked at RoleBinding \"secrets\", ClusterRoleBinding \"askers\","
                + " ClusterRoleBinding \"system:basic-user\" and more",
            "zoe: no role that is bound to the user in the whole cluster allows it: looked at"
                + " ClusterRoleBinding \"system:basic-user\", ClusterRoleBinding"
                + " \"system:discovery\", ClusterRoleBinding \"system:public-info-viewer\"",
            "system:anonymous: no role that is bound to the user in the whole cluster allows it:"
                + " looked at ClusterRoleBinding \"system:public-info-viewer\"");
    assertThat(refusals)
        .allSatisfy(
            event -> {
              assertThat(event.at("/annotations/access.muster.dev~1revision").asText())
                  .isEqualTo(revision);
              assertThat(event.at("/annotations/authorization.k8s.io~1reason").asText()).isEmpty();
            });
  }

  private static List<JsonNode> refusals(Path log) throws IOException {
    List<JsonNode> refusals = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      JsonNode event = JSON.readTree(line);
      if (event.at("/responseStatus/code").asInt() == 403) {
        refusals.add(event);
      }
    }
    return refusals;
  }

  @Test
  void aFloodOfRefusalsIsExplainedOnlyNowAndThen() {
    Instant[] now = {Instant.EPOCH};
    ExplanationRate rate = new ExplanationRate(() -> now[0]);
    int told = 0;
    for (int i = 0; i < 1_000; i++) {
      told += rate.takeForUser("mallory") ? 1 : 0;
    }
    assertThat(told).isEqualTo(5);
    assertThat(rate.takeForUser("alice")).as("others have their own share").isTrue();
    now[0] = now[0].plusMillis(250);
    assertThat(rate.takeForUser("mallory")).isTrue();
    int all = 0;
    for (int i = 0; i < 1_000; i++) {
      all += rate.takeForAll() ? 1 : 0;
    }
    assertThat(all).isEqualTo(20);
  }

  @Test
  void linesOfOthersStayLines() {
    assertThat(OneLine.of("a\nb\r\u001b[31mc\u2028d", 100)).isEqualTo("a b  [31mc d");
    assertThat(OneLine.of("x".repeat(600), 500)).hasSize(503).endsWith("...");
    assertThat(OneLine.of("ab\ud83d\ude00", 3)).isEqualTo("ab...");
  }
}
