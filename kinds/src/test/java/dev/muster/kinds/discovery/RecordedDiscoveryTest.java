package dev.muster.kinds.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The documents are those of a real server, as far as the recording kept them. */
class RecordedDiscoveryTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Discovery discovery = new Discovery(KubernetesKinds.kinds(), "<ip>");

  @TestFactory
  List<DynamicTest> answersAsRecorded() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : ResourceLines.of(getClass(), "recorded.jsonl")) {
      JsonNode row = JSON.readTree(line);
      tests.add(dynamicTest(row.get("name").asText(), () -> check(row)));
    }
    assertThat(tests).hasSizeGreaterThan(15);
    return tests;
  }

  @Test
  void knowsNothingOfStrangers() {
    assertThat(discovery.group("nope.example.com")).isEmpty();
    assertThat(discovery.resources("apps/v9")).isEmpty();
  }

  @Test
  void tagsEqualDocumentsEqually() {
    Discovery again = new Discovery(KubernetesKinds.kinds(), "<ip>");
    assertThat(again.aggregatedApis().etag()).isEqualTo(discovery.aggregatedApis().etag());
    assertThat(discovery.apis().etag()).isNotEqualTo(discovery.api().etag());
  }

  private void check(JsonNode row) throws IOException {
    Document document = document(row.get("path").asText(), row.get("aggregated").asBoolean());
    if (row.get("yaml").asBoolean()) {
      List<String> lines =
          new String(document.yaml(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.strip().replaceFirst("^- ", "").replace("\"", ""))
              .sorted()
              .toList();
      List<String> recorded = new ArrayList<>();
      row.get("body").forEach(line -> recorded.add(line.asText()));
      assertThat(lines).isEqualTo(recorded);
      return;
    }
    ObjectNode body = (ObjectNode) JSON.readTree(document.json());
    JsonNode keep = row.get("keep");
    for (String part : List.of("groups", "resources", "items")) {
      if (keep != null && keep.isArray() && body.has(part)) {
        body.set(part, kept(body.get(part), keep));
      }
    }
    assertThat(body.toPrettyString()).isEqualTo(row.get("body").toPrettyString());
  }

  private static ArrayNode kept(JsonNode list, JsonNode keep) {
    List<String> names = new ArrayList<>();
    keep.forEach(name -> names.add(name.asText("")));
    ArrayNode out = JSON.createArrayNode();
    for (JsonNode one : list) {
      String name = one.path("name").asText(one.path("metadata").path("name").asText(""));
      if (names.contains(name)) {
        out.add(one);
      }
    }
    return out;
  }

  private Document document(String path, boolean aggregated) {
    if (path.equals("/api")) {
      return aggregated ? discovery.aggregatedApi() : discovery.api();
    }
    if (path.equals("/apis")) {
      return aggregated ? discovery.aggregatedApis() : discovery.apis();
    }
    String name = path.replaceFirst("^/apis?/", "");
    return discovery.resources(name).or(() -> discovery.group(name)).orElseThrow();
  }
}
