package dev.muster.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** 200 questions with what the live processes of a containerd had. */
class RecordedIdentitiesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TestFactory
  Stream<DynamicTest> eachEqualsTheLiveProcess() throws Exception {
    return rows().stream().map(row -> DynamicTest.dynamicTest(name(row), () -> check(row)));
  }

  @Test
  void allRowsAreHere() throws Exception {
    assertThat(rows()).hasSize(200);
  }

  private static void check(JsonNode row) throws Exception {
    ObjectNode pod = JSON.createObjectNode();
    for (String field :
        List.of("runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy")) {
      pod.set(field, row.get(field));
    }
    JsonNode image = row.get("image");
    ProcessIdentity found =
        ProcessIdentity.resolve(
            EffectiveContext.of(pod, null).request(image.get("user").asText()),
            ImageAccounts.of(text(image, "passwd"), text(image, "group")));

    assertThat(found.uid().value()).as("uid").isEqualTo(row.get("uid").asLong());
    assertThat(found.gid().value()).as("gid").isEqualTo(row.get("gid").asLong());
    assertThat(found.groupIds()).as("groups").isEqualTo(numbers(row.get("groups")));
    assertThat(found.groupIds())
        .as("reported groups")
        .isEqualTo(numbers(row.get("reported").get("supplementalGroups")));
  }

  private static List<JsonNode> rows() throws Exception {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    RecordedIdentitiesTest.class.getResourceAsStream("/identity.jsonl")),
                StandardCharsets.UTF_8))) {
      List<JsonNode> rows = new java.util.ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(JSON.readTree(line));
      }
      return rows;
    }
  }

  private static String name(JsonNode row) {
    return "USER '%s', runAsUser %s, runAsGroup %s, groups %s, %s"
        .formatted(
            row.get("image").get("user").asText(),
            row.get("runAsUser"),
            row.get("runAsGroup"),
            row.get("supplementalGroups"),
            row.get("supplementalGroupsPolicy").asText());
  }

  private static @Nullable String text(JsonNode image, String field) {
    return image.hasNonNull(field) ? image.get(field).asText() : null;
  }

  private static List<Long> numbers(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asLong).toList();
  }
}
