package dev.muster.kinds.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.Schema;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Everything that was recorded as created is owned by its creator as the real server says. The rows
 * hold the answers without what admission and strategies put in after ownership was settled.
 */
class RecordedCreatesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final String TIME = "2026-01-02T03:04:05Z";

  @TestFactory
  Stream<DynamicTest> ownershipAfterCreate() {
    return Rows.of(RecordedCreatesTest.class, "creates.jsonl").stream()
        .map(row -> DynamicTest.dynamicTest(row.get("row").asText(), () -> check(row)));
  }

  private static void check(JsonNode row) {
    JsonNode answer = row.get("object");
    ArrayNode expected = row.withArray("managedFields").deepCopy();
    expected.forEach(entry -> ((ObjectNode) entry).put("time", TIME));
    Write write =
        new Write("exchanges", expected.get(0).path("subresource").asText(""), Instant.parse(TIME));
    String apiVersion = answer.get("apiVersion").asText();
    Optional<Kind> kind = KINDS.byKind(apiVersion, answer.get("kind").asText());
    ObjectNode object;
    if (kind.isPresent()) {
      object = Decoder.decode(kind.get().type(), answer).object();
      FIELDS.update(kind.get(), null, object, write);
    } else {
      var type = Schema.kubernetes().struct("authentication/v1." + answer.get("kind").asText());
      object = Decoder.decode(type, answer).object();
      FIELDS.created(type, apiVersion, object, write);
    }

    assertThat(object.at("/metadata/managedFields")).isEqualTo(expected);
  }
}
