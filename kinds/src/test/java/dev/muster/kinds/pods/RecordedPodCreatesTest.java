package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pods that a real server was asked to create, with what it made of them or why it refused. */
class RecordedPodCreatesTest {
  private static final Kind PODS = KubernetesKinds.kinds().byKind("v1", "Pod").orElseThrow();
  private static final String SUFFIX = "abcde";
  private static final Pattern FILL = Pattern.compile("\\{\\{fill ([0-9]+)}}");

  private record Recorded(String name, JsonNode row) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Recorded> recorded() {
    return Rows.of(RecordedPodCreatesTest.class, "created.jsonl", RecordedPodCreatesTest::filled)
        .stream()
        .map(row -> new Recorded(row.path("name").asText(), row));
  }

  private static String filled(String line) {
    return FILL.matcher(line.replace("{{ns}}", "ns").replace("<suffix>", SUFFIX))
        .replaceAll(m -> "a".repeat(Integer.parseInt(m.group(1))));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void answersAsTheRealServer(Recorded recorded) throws IOException {
    JsonNode row = recorded.row();
    Strategy strategy = PODS.strategy();
    Decoder.Decoded decoded = Decoder.decode(PODS.type(), row.get("pod"));
    ObjectNode pod = decoded.object();
    strategy.applyDefaults(pod);
    identify(pod);
    List<String> warnings = new ArrayList<>(decoded.issues());
    warnings.addAll(strategy.earlyWarnings(pod, null));
    strategy.prepareForCreate(pod);
    Errors errors = new Errors();
    ObjectMetas.validateCreate(PODS, pod, errors);
    strategy.validate(pod, errors);
    if (row.has("message")) {
      Status status = Status.invalid("", "Pod", pod.path("metadata").path("name").asText(), errors);
      assertThat(status.message()).isEqualTo(row.get("message").asText());
      assertThat(status.toJson().path("details").path("causes")).isEqualTo(row.get("causes"));
    } else {
      assertThat(errors.list()).isEmpty();
      warnings.addAll(strategy.warnings(pod, null));
      assertThat(json("core/v1.PodSpec", pod.get("spec")))
          .isEqualTo(withoutAdmission(row.get("spec"), row.get("pod").path("spec")));
      assertThat(withoutTimes(json("core/v1.PodStatus", pod.get("status"))))
          .isEqualTo(withoutTimes(row.get("status")));
    }
    assertThat(warnings).containsExactlyElementsOf(texts(row.get("warnings")));
  }

  private static void identify(ObjectNode pod) {
    ObjectNode metadata = (ObjectNode) pod.get("metadata");
    metadata.put("namespace", "ns");
    if (!metadata.has("name") && metadata.has("generateName")) {
      metadata.put("name", metadata.get("generateName").asText() + SUFFIX);
    }
  }

  private static JsonNode json(String type, JsonNode value) throws IOException {
    return Trees.parse(Encoder.encode(Schema.kubernetes().struct(type), (ObjectNode) value));
  }

  /** The recorded spec without what admission adds to every pod: priority and two tolerations. */
  private static JsonNode withoutAdmission(JsonNode spec, JsonNode asked) {
    ObjectNode out = spec.deepCopy();
    for (String field : List.of("priority", "preemptionPolicy")) {
      if (!asked.has(field)) {
        out.remove(field);
      }
    }
    if (out.get("tolerations") instanceof ArrayNode all) {
      int own = asked.path("tolerations").size();
      while (all.size() > own) {
        all.remove(all.size() - 1);
      }
      if (all.isEmpty()) {
        out.remove("tolerations");
      }
    }
    return out;
  }

  private static JsonNode withoutTimes(JsonNode status) {
    JsonNode out = status.deepCopy();
    for (JsonNode condition : out.path("conditions")) {
      ((ObjectNode) condition).remove("lastTransitionTime");
    }
    return out;
  }

  private static List<String> texts(JsonNode headers) {
    List<String> out = new ArrayList<>();
    for (JsonNode header : headers) {
      String quoted = header.asText().substring("299 - \"".length());
      out.add(quoted.substring(0, quoted.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    return out;
  }
}
