package dev.muster.kinds.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.status.ApiException;
import dev.muster.model.types.Schema;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Bodies with the answers that a real server gave to them. */
class RecordedBodiesTest {
  private final Kinds kinds = KubernetesKinds.kinds();
  private final Bodies bodies = new Bodies(kinds);

  @TestFactory
  List<DynamicTest> answersAsRecorded() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : ResourceLines.of(getClass(), "bodies.jsonl")) {
      JsonNode row = new ObjectMapper().readTree(line);
      tests.add(dynamicTest(row.get("name").asText(), () -> check(row)));
    }
    assertThat(tests).hasSizeGreaterThan(60);
    return tests;
  }

  private void check(JsonNode row) {
    int code = row.get("code").asInt();
    if (code == 201) {
      List<String> warnings = new ArrayList<>();
      row.get("warnings").forEach(w -> warnings.add(w.asText()));
      assertThat(read(row).warnings()).isEqualTo(warnings);
    } else {
      ApiException refusal = catchThrowableOfType(ApiException.class, () -> read(row));
      assertThat(refusal.status().code()).isEqualTo(code);
      assertThat(
              refusal
                  .status()
                  .message()
                  .replaceAll("in scheme \"[^\"]*\"", "in scheme \"<scheme>\""))
          .isEqualTo(row.get("message").asText());
    }
  }

  private Bodies.Body read(JsonNode row) {
    JsonNode type = row.get("contentType");
    return bodies.read(
        target(row),
        type == null ? null : type.asText(),
        row.get("body").asText().getBytes(StandardCharsets.UTF_8),
        FieldValidation.named(row.get("fieldValidation").asText()).orElseThrow());
  }

  private Target target(JsonNode row) {
    Kind kind =
        kinds
            .byResource(row.get("apiVersion").asText(), row.get("resource").asText())
            .orElseThrow();
    String part = row.get("subresource").asText();
    if (part.isEmpty()) {
      return Target.of(kind);
    }
    Subresource sub = kind.subresource(part).orElseThrow();
    String type = sub.group().toLowerCase(Locale.ROOT) + "/" + sub.version() + "." + sub.kind();
    return new Target(sub.group(), sub.version(), sub.kind(), Schema.kubernetes().struct(type));
  }
}
