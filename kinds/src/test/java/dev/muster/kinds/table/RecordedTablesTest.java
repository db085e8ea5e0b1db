package dev.muster.kinds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tables of recorded objects equal those that a real server made of them. */
class RecordedTablesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MADE = "2026-01-01T00:00:00Z";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:07Z");
  private static final Set<String> AGES = Set.of("Age", "Last Seen", "First Seen");

  private final Kinds kinds = KubernetesKinds.kinds();

  @TestFactory
  List<DynamicTest> answersAsRecorded() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : ResourceLines.of(getClass(), "recorded.jsonl")) {
      JsonNode row = JSON.readTree(line.replace("<time>", MADE));
      tests.add(dynamicTest(row.get("name").asText(), () -> check(row)));
    }
    assertThat(tests).hasSizeGreaterThan(50);
    return tests;
  }

  private void check(JsonNode row) throws IOException {
    Kind kind =
        kinds
            .byResource(row.get("apiVersion").asText(), row.get("resource").asText())
            .orElseThrow();
    List<ObjectNode> objects = new ArrayList<>();
    row.get("objects").forEach(o -> objects.add((ObjectNode) o));
    ObjectNode metadata = (ObjectNode) row.get("answer").get("metadata");
    ObjectNode made =
        switch (row.get("as").asText()) {
          case "PartialObjectMetadata" -> PartialObject.of(objects.getFirst(), "v1");
          case "PartialObjectMetadataList" -> PartialObject.list(metadata, objects, "v1");
          default -> {
            TableAnswer answer =
                new TableAnswer(kind, "v1", TableAnswer.Include.named(row.get("include").asText()));
            yield normal(
                row.get("single").asBoolean()
                    ? answer.ofObject(objects.getFirst(), NOW)
                    : answer.ofList(metadata, objects, NOW));
          }
        };
    assertThat(JSON.readTree(made.toString()).toPrettyString())
        .isEqualTo(row.get("answer").toPrettyString());
  }

  private static ObjectNode normal(ObjectNode table) {
    ObjectNode out = table.deepCopy();
    JsonNode columns = out.get("columnDefinitions");
    for (int i = 0; i < columns.size(); i++) {
      ObjectNode column = (ObjectNode) columns.get(i);
      assertThat(column.remove("description").asText()).isNotEmpty();
      if (AGES.contains(column.get("name").asText())) {
        for (JsonNode row : out.get("rows")) {
          assertThat(row.get("cells").get(i).asText()).matches("\\d+[smhdy]\\S*");
          ((ArrayNode) row.get("cells")).set(i, "<age>");
        }
      }
    }
    return out;
  }
}
