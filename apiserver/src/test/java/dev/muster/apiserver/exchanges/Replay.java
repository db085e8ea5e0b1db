package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Plays scenarios on a server. */
final class Replay {
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** As the recorded requests were written: some messages quote the beginning of a body. */
  private static final PrettyPrinter SPACED =
      new MinimalPrettyPrinter() {
        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator to) throws IOException {
          to.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator to) throws IOException {
          to.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator to) throws IOException {
          to.writeRaw(", ");
        }
      };

  /** For what the server itself makes of a step, where the recorded client paused. */
  private static final Duration SETTLING = Duration.ofSeconds(2);

  private static final int TOO_MANY_REQUESTS = 429;

  private final Client client;
  private final Duration patience;

  /** On a server that nothing else works on. */
  Replay(Client client) {
    this(client, Duration.ZERO);
  }

  /**
   * Beside others who make something of each step, which takes its time.
   *
   * @param patience how long to ask again for what is not yet as recorded; with any of it, the
   *     recorded pauses are made, too
   */
  Replay(Client client, Duration patience) {
    this.client = client;
    this.patience = patience;
  }

  /** Plays all steps; the normalised answers, in the form of the recorded ones. */
  List<ObjectNode> play(Scenario scenario) {
    String namespace = scenario.name() + "-replay";
    ObjectNode known = JSON.createObjectNode().put("ns", namespace);
    Templates templates = new Templates(known);
    client.send(
        "POST",
        "/api/v1/namespaces",
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(namespace)
            .getBytes(StandardCharsets.UTF_8),
        Map.of("Content-Type", List.of("application/json"), "User-Agent", List.of("exchanges/1")));
    List<ObjectNode> answers = new ArrayList<>();
    List<String> made = new ArrayList<>();
    Scenario.Step last = null;
    for (Scenario.Step step : scenario.steps()) {
      // what changes something cannot be made again if others were not ready for it
      pause(asks(step) ? step.pause() : step.pause().multipliedBy(2));
      Answer answer = send(step.request(), templates);
      JsonNode body = decoded(answer, step.path().contains("watch"));
      known.set(step.name(), body);
      JsonNode metadata = body.path("metadata");
      if (answer.status() == 201 && metadata.hasNonNull("name") && !metadata.has("namespace")) {
        made.add(step.path().split("\\?")[0] + "/" + metadata.get("name").asText());
      }
      ObjectNode normal = normal(step, answer, body, namespace, templates);
      boolean settles = patience.isZero() && !step.pause().isZero();
      long end = System.nanoTime() + (settles ? SETTLING : patience).toNanos();
      while (asks(step) && !normal.equals(step.answer()) && System.nanoTime() < end) {
        LockSupport.parkNanos(AGAIN.toNanos());
        if (last != null && asks(last)) {
          known.set(last.name(), decoded(send(last.request(), templates), false));
        }
        answer = send(step.request(), templates);
        body = decoded(answer, false);
        known.set(step.name(), body);
        normal = normal(step, answer, body, namespace, templates);
      }
      answers.add(normal);
      last = step;
    }
    made.add("/api/v1/namespaces/" + namespace);
    made.forEach(path -> client.delete(templates.text(path)));
    return answers;
  }

  /** Whether it changes nothing, or was told to come again, so that it can be made again. */
  private static boolean asks(Scenario.Step step) {
    return step.request().get("method").asText().equals("GET") && !step.path().contains("watch")
        || step.path().contains("dryRun=All")
        || step.answer().path("status").asInt() == TOO_MANY_REQUESTS;
  }

  private void pause(Duration time) {
    if (!patience.isZero() && !time.isZero()) {
      LockSupport.parkNanos(time.toNanos());
    }
  }

  private Answer send(JsonNode request, Templates templates) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("User-Agent", List.of("exchanges/1"));
    request
        .path("headers")
        .forEachEntry((name, value) -> headers.put(name, values(name, templates.value(value))));
    return client.send(
        request.get("method").asText(),
        sendable(templates.text(request.get("path").asText())),
        body(request, templates),
        headers);
  }

  /** The recorded client sent some characters as they are that Java's writes in percents. */
  private static String sendable(String path) {
    return path.replace("{", "%7B").replace("}", "%7D");
  }

  /** Null, and as a credential an empty text, mean that the header is not sent. */
  private static List<String> values(String name, JsonNode header) {
    List<String> values = new ArrayList<>();
    (header.isArray() ? header : JSON.createArrayNode().add(header))
        .forEach(
            value -> {
              boolean none = name.equals("Authorization") && value.asText().isEmpty();
              if (!value.isNull() && !none) {
                values.add(value.asText());
              }
            });
    return values;
  }

  private static byte @Nullable [] body(JsonNode request, Templates templates) {
    if (!request.hasNonNull("body")) {
      return null;
    }
    JsonNode body = templates.value(request.get("body"));
    try {
      return body.isTextual()
          ? body.asText().getBytes(StandardCharsets.UTF_8)
          : JSON.writer(SPACED).writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** JSON, an array of a stream's events, or a text. */
  private static JsonNode decoded(Answer answer, boolean watch) {
    String text = answer.body();
    try {
      if (watch && answer.status() == 200 && (text.isEmpty() || text.startsWith("{\"type\":"))) {
        ArrayNode events = JSON.createArrayNode();
        for (String line : text.lines().toList()) {
          events.add(JSON.readTree(line));
        }
        return events;
      }
      return text.isEmpty() ? TextNode.valueOf("") : JSON.readTree(text);
    } catch (JsonProcessingException notJson) {
      return TextNode.valueOf(text);
    }
  }

  private static ObjectNode normal(
      Scenario.Step step, Answer answer, JsonNode body, String namespace, Templates templates) {
    String generateName = templates.text(step.request().at("/body/metadata/generateName").asText());
    String prefix =
        generateName.substring(0, Math.min(58, generateName.length())).replace(namespace, "{{ns}}");
    NormalText text = new NormalText(namespace, prefix);
    ObjectNode normal = JSON.createObjectNode().put("status", answer.status());
    normal.put("contentType", answer.contentType());
    ArrayNode warnings = normal.putArray("warnings");
    answer.warnings().forEach(warning -> warnings.add(text.of(warning)));
    normal.set("body", new NormalBody(text, step.keep()).of(body, answer.contentType()));
    return normal;
  }
}
