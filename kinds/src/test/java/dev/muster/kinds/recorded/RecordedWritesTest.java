package dev.muster.kinds.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Desk.Outcome;
import dev.muster.kinds.recorded.Recording.Step;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.field.FieldError;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Creates, replacements and merge patches give the object or the faults that were recorded. */
class RecordedWritesTest {
  private static final Pattern PATH =
      Pattern.compile(
          "/(?:api/(v1)|apis/([^/]+/[^/]+))(?:/namespaces/([^/?]+)(?=/))?/([^/?]+)(?:/([^/?]+))?(?:/([^/?]+))?(?:\\?.*)?");

  private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH");

  /** New nodes are tainted by admission, which is not part of this. */
  private static final Set<String> ADMITTED =
      Set.of("node-life/create", "table-nodes/make-one", "table-nodes/make-bare");

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Map<String, JsonNode> stored = new HashMap<>();
  private final List<DynamicTest> tests = new ArrayList<>();

  @TestFactory
  List<DynamicTest> answersAsRecorded() throws IOException {
    Recording.steps().forEach(this::visit);
    return tests;
  }

  @Test
  void judgesManyWrites() throws IOException {
    Recording.steps().forEach(this::visit);
    assertThat(tests).hasSizeGreaterThanOrEqualTo(200);
  }

  private void visit(Step step) {
    Matcher m = PATH.matcher(step.path());
    if (!m.matches() || !WRITES.contains(step.method())) {
      return;
    }
    String version = m.group(1) == null ? m.group(2) : m.group(1);
    Optional<Kind> kind = kinds.byResource(version, m.group(4));
    Optional<String> part = Optional.ofNullable(m.group(6));
    if (kind.isEmpty() || kind.get().kind().equals("Pod") || !kind.get().stored()) {
      return;
    }
    String id = step.scenario() + "/" + version + "/" + m.group(4) + "/" + nameOf(step, m.group(5));
    boolean judged = step.status() == 200 || step.status() == 201 || step.status() == 422;
    JsonNode before = stored.get(id);
    boolean known =
        step.method().equals("POST")
            || step.method().equals("PUT")
            || step.type().equals("application/merge-patch+json") && before != null;
    boolean own = !ADMITTED.contains(step.scenario() + "/" + step.name());
    if (judged && known && own && part.map(p -> p.equals("status")).orElse(true)) {
      tests.add(
          dynamicTest(
              step.scenario() + ": " + step.name(),
              () -> compare(kind.get(), step, outcome(kind.get(), step, part, before))));
    }
    if (step.status() < 300 && part.map(p -> p.equals("status")).orElse(true)) {
      stored.put(id, step.answer());
    }
  }

  private static String nameOf(Step step, @Nullable String inPath) {
    return inPath != null ? inPath : step.answer().path("metadata").path("name").asText();
  }

  private static Outcome outcome(
      Kind kind, Step step, Optional<String> part, @Nullable JsonNode before) {
    if (before == null || step.method().equals("POST")) {
      return Desk.create(kind, step.body());
    }
    JsonNode body = step.method().equals("PATCH") ? Desk.merged(before, step.body()) : step.body();
    return Desk.update(kind, part, body, before);
  }

  private static void compare(Kind kind, Step step, Outcome outcome) {
    if (step.status() == 422) {
      List<FieldError> wanted = new ArrayList<>();
      step.answer()
          .path("details")
          .path("causes")
          .forEach(
              c ->
                  wanted.add(
                      new FieldError(
                          c.path("reason").asText(),
                          c.path("field").asText(),
                          c.path("message").asText())));
      assertThat(outcome.errors().list()).as(step.scenario() + "/" + step.name()).isEqualTo(wanted);
      assertThat(step.answer().path("message").asText()).endsWith(outcome.errors().message());
      return;
    }
    assertThat(outcome.errors().list()).as(step.scenario() + "/" + step.name()).isEmpty();
    assertThat(text(kind, outcome.object()))
        .as(step.scenario() + "/" + step.name())
        .isEqualTo(text(kind, step.answer()));
    assertThat(
            outcome.warnings().stream()
                .map(w -> "299 - \"" + w.replace("\"", "\\\"") + "\"")
                .toList())
        .isEqualTo(step.warnings());
  }

  private static String text(Kind kind, JsonNode object) {
    ObjectNode shown = Decoder.decode(kind.type(), object).object();
    ObjectNode metadata = shown.withObject("metadata");
    metadata.remove(List.of("uid", "resourceVersion", "creationTimestamp"));
    shown.remove(List.of("kind", "apiVersion"));
    return new String(Encoder.encode(kind.type(), shown), StandardCharsets.UTF_8);
  }
}
