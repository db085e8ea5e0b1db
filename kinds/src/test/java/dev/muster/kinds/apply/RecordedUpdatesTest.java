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
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** After every recorded update and patch, ownership is as the real server recorded it. */
class RecordedUpdatesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TestFactory
  Stream<DynamicTest> ownershipAfterUpdate() {
    return Rows.of(RecordedUpdatesTest.class, "updates.jsonl").stream()
        .map(row -> DynamicTest.dynamicTest(row.get("row").asText(), () -> check(row)));
  }

  private static void check(JsonNode row) {
    JsonNode answer = row.get("result");
    Kind kind =
        KINDS.byKind(answer.get("apiVersion").asText(), answer.get("kind").asText()).orElseThrow();
    ObjectNode live = Decoder.decode(kind.type(), row.get("live")).object();
    ObjectNode object = Decoder.decode(kind.type(), answer).object();
    ((ObjectNode) object.get("metadata")).remove("managedFields");

    FIELDS.update(
        kind,
        live,
        object,
        new Write(row.get("manager").asText(), row.get("subresource").asText(), NOW));

    assertThat(sorted(object)).isEqualTo(sorted(answer));
  }

  /** The recorded entries are in another order, as their times are lost. */
  private static ArrayNode sorted(JsonNode object) {
    ArrayNode out = ((ObjectNode) object).arrayNode();
    StreamSupport.stream(object.at("/metadata/managedFields").spliterator(), false)
        .sorted(Comparator.comparing(JsonNode::toString))
        .forEach(out::add);
    return out;
  }
}
