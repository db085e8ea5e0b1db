package dev.muster.apiserver.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code decisions} of {@code access.muster.dev} shows, and to whom. */
@Timeout(60)
class DecisionsTest {
  private static final String DECISIONS = "/apis/access.muster.dev/v1/decisions";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path directory;
  static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.alone(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer as(String user, String path) {
    return server.client().send("GET", path, null, Map.of("Impersonate-User", List.of(user)));
  }

  private static List<JsonNode> listed() throws IOException {
    List<JsonNode> items = new ArrayList<>();
    JSON.readTree(server.client().get(DECISIONS).body()).path("items").forEach(items::add);
    return items;
  }

  @Test
  void aRefusalIsListedWithItsReasonAndNothingOfItsQuery() throws IOException {
    Answer refused = as("alice", "/api/v1/namespaces/shop/secrets/db?token=s3cret&watch=0");
    assertThat(refused.status()).isEqualTo(403);
    JsonNode found =
        listed().stream()
            .filter(item -> item.path("user").asText().equals("alice"))
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(found.path("verb").asText()).isEqualTo("get");
    assertThat(found.path("resource").asText()).isEqualTo("secrets");
    assertThat(found.path("namespace").asText()).isEqualTo("shop");
    assertThat(found.path("name").asText()).isEqualTo("db");
    assertThat(found.path("allowed").asBoolean(true)).isFalse();
    assertThat(found.path("code").asInt()).isEqualTo(403);
    assertThat(found.path("auditID").asText()).isNotEmpty();
    assertThat(found.path("revision").asLong()).isPositive();
    assertThat(found.path("groups").toString()).contains("system:authenticated");
    assertThat(found.toString()).doesNotContain("s3cret");
    String name = found.path("metadata").path("name").asText();
    assertThat(JSON.readTree(server.client().get(DECISIONS + "/" + name).body()))
        .as("the same one by its name")
        .isEqualTo(
            JSON.createObjectNode()
                .put("kind", "Decision")
                .put("apiVersion", "access.muster.dev/v1")
                .setAll((ObjectNode) found));
  }

  @Test
  void peopleSeeRows() {
    assertThat(as("tabea", "/api/v1/namespaces/shop/pods/web/log").status()).isEqualTo(403);
    Answer table =
        server
            .client()
            .send(
                "GET",
                DECISIONS,
                null,
                Map.of("Accept", List.of("application/json;as=Table;v=v1;g=meta.k8s.io")));
    List<String> rows = new ArrayList<>();
    table.json().path("rows").forEach(row -> rows.add(row.path("cells").toString()));
    assertThat(rows)
        .anySatisfy(
            row ->
                assertThat(row).contains("\"tabea\",\"get\",\"pods/log/web\",\"shop\",\"false\""));
  }

  @Test
  void whoMayNotSeeDecisionsSeesNone() {
    for (String path : List.of(DECISIONS, DECISIONS + "?watch=true", DECISIONS + "/1")) {
      Answer answer = as("mallory", path);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("decisions.access.muster.dev");
    }
    Answer nobody =
        server.client().send("GET", DECISIONS, null, Map.of("Authorization", List.of()));
    assertThat(nobody.status()).isEqualTo(403);
  }

  @Test
  void aWatchTellsWhatHappensAndItselfOnce() throws Exception {
    long seen = listed().getLast().path("metadata").path("resourceVersion").asLong();
    try (Client watcher = server.client("let-me-in");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    watcher.open(DECISIONS + "?watch=true&resourceVersion=" + seen),
                    StandardCharsets.UTF_8))) {
      assertThat(as("walter", "/healthz/nothing").status()).isEqualTo(403);
      int own = 0;
      while (true) {
        JsonNode event = JSON.readTree(lines.readLine());
        assertThat(event.path("type").asText()).isEqualTo("ADDED");
        JsonNode decision = event.path("object");
        if (decision.path("verb").asText().equals("watch")
            && decision.path("user").asText().equals("admin")) {
          own++;
        }
        if (decision.path("user").asText().equals("walter")) {
          assertThat(decision.path("path").asText()).isEqualTo("/healthz/nothing");
          break;
        }
      }
      assertThat(own).isEqualTo(1);
    }
  }

  @Test
  void aSlowReaderIsToldHowManyItMissed() throws Exception {
    long seen = listed().getLast().path("metadata").path("resourceVersion").asLong();
    for (int i = 0; i <= DecisionLog.KEPT; i++) {
      server.client().get("/version");
    }
    try (Client watcher = server.client("let-me-in");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    watcher.open(DECISIONS + "?watch=true&resourceVersion=" + seen),
                    StandardCharsets.UTF_8))) {
      JsonNode gap = JSON.readTree(lines.readLine()).path("object");
      assertThat(gap.path("missed").asLong()).isPositive();
      assertThat(gap.path("user").isMissingNode()).isTrue();
      assertThat(JSON.readTree(lines.readLine()).path("object").path("user").asText())
          .isEqualTo("admin");
    }
    assertThat(listed()).hasSizeLessThanOrEqualTo(DecisionLog.KEPT);
  }

  @Test
  void aVersionOfAnEarlierServerIsGone() {
    assertThat(server.client().get(DECISIONS + "?watch=true&resourceVersion=99999999999").status())
        .isEqualTo(410);
  }
}
