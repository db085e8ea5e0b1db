package dev.muster.kinds.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Desk.Outcome;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * What kinds make of objects: a row holds the resource, the object, and its faults or, after {@code
 * =}, the value at a JSON pointer once it is created.
 */
class FaultTableTest {
  private static final String TEMPLATE =
      "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}}";

  private final Kinds kinds = KubernetesKinds.kinds();

  @ParameterizedTest(name = "{0} {1}")
  @CsvFileSource(resources = "creates.txt", delimiter = '|', quoteCharacter = '^')
  void judgesNewObjects(String resource, String json, String verdict) throws IOException {
    Outcome outcome = Desk.create(kind(resource), object(json));
    if (verdict.startsWith("=")) {
      assertThat(outcome.errors().list()).isEmpty();
      int space = verdict.indexOf(' ');
      assertThat(outcome.object().at(verdict.substring(1, space)))
          .isEqualTo(Trees.parse(bytes(verdict.substring(space + 1))));
    } else {
      assertThat(outcome.errors().isEmpty() ? "ok" : outcome.errors().message()).isEqualTo(verdict);
    }
  }

  @ParameterizedTest(name = "{0} {1} -> {2}")
  @CsvFileSource(resources = "updates.txt", delimiter = '|', quoteCharacter = '^')
  void judgesChanges(String resource, String json, String patch, String verdict)
      throws IOException {
    Kind kind = kind(resource);
    Outcome created = Desk.create(kind, object(json));
    assertThat(created.errors().list()).isEmpty();
    ObjectNode before = created.object();
    before.withObject("metadata").put("uid", "u").put("resourceVersion", "1");
    Outcome outcome =
        Desk.update(kind, Optional.empty(), Desk.merged(before, object(patch)), before);
    if (verdict.startsWith("=")) {
      assertThat(outcome.errors().list()).isEmpty();
      int space = verdict.indexOf(' ');
      assertThat(outcome.object().at(verdict.substring(1, space)))
          .isEqualTo(Trees.parse(bytes(verdict.substring(space + 1))));
    } else {
      assertThat(outcome.errors().isEmpty() ? "ok" : outcome.errors().message()).isEqualTo(verdict);
    }
  }

  private Kind kind(String resource) {
    int slash = resource.lastIndexOf('/');
    return kinds
        .byResource(resource.substring(0, slash), resource.substring(slash + 1))
        .orElseThrow();
  }

  private static ObjectNode object(String json) throws IOException {
    ObjectNode object = (ObjectNode) Trees.parse(bytes(json));
    ObjectNode metadata = object.withObject("metadata");
    if (!metadata.has("name")) {
      metadata.put("name", "x");
    }
    return object;
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').replace("TEMPLATE", TEMPLATE).getBytes(StandardCharsets.UTF_8);
  }
}
