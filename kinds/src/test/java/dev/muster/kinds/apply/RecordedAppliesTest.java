package dev.muster.kinds.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded apply, on the object that it was applied to, has the recorded outcome. */
class RecordedAppliesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final Kind CONFIG_MAP = KINDS.byKind("v1", "ConfigMap").orElseThrow();
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TestFactory
  Stream<DynamicTest> outcomes() {
    return Rows.of(RecordedAppliesTest.class, "applies.jsonl").stream()
        .map(row -> DynamicTest.dynamicTest(row.get("row").asText(), () -> check(row)));
  }

  private static void check(JsonNode row) {
    int status = row.get("status").asInt();
    if (status < 300) {
      ObjectNode object = applied(row);
      ObjectNode expected = decoded(row.get("result"));
      ObjectNode metadata = (ObjectNode) object.get("metadata");
      // these are the registry's to give
      for (String name :
          new String[] {"uid", "creationTimestamp", "resourceVersion", "namespace"}) {
        metadata.set(name, expected.get("metadata").get(name));
      }
      assertThat((JsonNode) object).isEqualTo(expected);
      return;
    }
    ApiException refused = catchThrowableOfType(ApiException.class, () -> applied(row));
    assertThat(refused.status().message()).isEqualTo(row.get("message").asText());
    assertThat(refused.status().code()).isEqualTo(status == 500 ? 400 : status);
    if (status == 409) {
      assertThat(refused.status().toJson().get("details")).isEqualTo(row.get("details"));
    }
  }

  private static ObjectNode applied(JsonNode row) {
    String query = "&" + row.get("query").asText();
    byte[] body = row.get("body").asText().getBytes(StandardCharsets.UTF_8);
    @Nullable ObjectNode live = row.has("current") ? decoded(row.get("current")) : null;
    Config config = Config.read(body);
    ObjectNode object =
        FIELDS.apply(
            CONFIG_MAP,
            live,
            config,
            new Write(parameter(query, "fieldManager").orElse(""), "", NOW),
            parameter(query, "force").orElse("").equals("true"));
    config.checked(
        FieldValidation.named(parameter(query, "fieldValidation").orElse("")).orElseThrow(),
        CONFIG_MAP);
    return object;
  }

  private static Optional<String> parameter(String query, String name) {
    int at = query.indexOf("&" + name + "=");
    return at < 0
        ? Optional.empty()
        : Optional.of(query.substring(at + name.length() + 2).split("&", 2)[0]);
  }

  private static ObjectNode decoded(JsonNode object) {
    return Decoder.decode(CONFIG_MAP.type(), object).object();
  }
}
