package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.field.Errors;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Patches and replacements of pods and of their parts, with what a real server made of them. The
 * one whose tolerations admission puts back is left to the admission tests.
 */
class RecordedPodUpdatesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Kind PODS = KINDS.byKind("v1", "Pod").orElseThrow();
  private static final Bodies BODIES = new Bodies(KINDS);

  private record Recorded(String name, JsonNode row) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Recorded> recorded() {
    return Rows.of(RecordedPodUpdatesTest.class, "updated.jsonl").stream()
        .map(row -> new Recorded(row.path("name").asText(), row));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void answersAsTheRealServer(Recorded recorded) {
    JsonNode row = recorded.row();
    String part = row.path("part").asText();
    Strategy strategy = PODS.strategy();
    ObjectNode old = Decoder.decode(PODS.type(), row.get("before")).object();
    strategy.applyDefaults(old);
    ObjectNode pod = changed(row, old);
    strategy.applyDefaults(pod);
    carry(pod, old);
    Errors errors = new Errors();
    if (part.isEmpty()) {
      strategy.prepareForUpdate(pod, old);
      ObjectMetas.validateUpdate(PODS, pod, old, errors);
      strategy.validateUpdate(pod, old, errors);
    } else {
      strategy.prepareForSubresourceUpdate(part, pod, old);
      carry(pod, old);
      ObjectMetas.validateUpdate(PODS, pod, old, errors);
      strategy.validateSubresourceUpdate(part, pod, old, errors);
    }
    if (row.has("message")) {
      Status status = Status.invalid("", "Pod", old.path("metadata").path("name").asText(), errors);
      assertThat(withoutDiff(status.message()))
          .isEqualTo(withoutDiff(row.path("message").asText()));
      assertThat(withoutDiff(status.toJson().path("details").path("causes").toString()))
          .isEqualTo(withoutDiff(row.get("causes").toString()));
    } else {
      assertThat(errors.list()).isEmpty();
      assertThat(json(pod)).isEqualTo(json(Decoder.decode(PODS.type(), row.get("after")).object()));
    }
  }

  private static ObjectNode changed(JsonNode row, ObjectNode old) {
    byte[] body = row.get("body").toString().getBytes(StandardCharsets.UTF_8);
    Optional<PatchType> patch = PatchType.of(row.path("type").asText());
    return patch.isEmpty()
        ? Decoder.decode(PODS.type(), row.get("body")).object()
        : Patches.apply(patch.get(), body, old, PODS.type(), FieldValidation.WARN)
            .read(BODIES, Target.of(PODS), FieldValidation.WARN)
            .object();
  }

  /** What the server carries over on any update. */
  private static void carry(ObjectNode pod, ObjectNode old) {
    ObjectNode metadata = (ObjectNode) pod.get("metadata");
    JsonNode before = old.get("metadata");
    metadata.set("creationTimestamp", before.get("creationTimestamp"));
    if (before.has("deletionTimestamp")) {
      metadata.set("deletionTimestamp", before.get("deletionTimestamp"));
    }
    if (!metadata.has("resourceVersion")) {
      metadata.set("resourceVersion", before.get("resourceVersion"));
    }
  }

  private static String withoutDiff(String text) {
    return text.replaceAll("\\n(<diff>|@@ [^,\\]]*)(.|\\n)*", "\n<diff>")
        .replaceAll("\\\\n(<diff>|@@ ).*", "\n<diff>");
  }

  private static String json(ObjectNode pod) {
    return new String(Encoder.encode(PODS.type(), pod), StandardCharsets.UTF_8);
  }
}
