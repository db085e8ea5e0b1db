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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Plays scenarios on a server. */
final class Replay {
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

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

  private final Client client;

  Replay(Client client) {
    this.client = client;
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
    for (Scenario.Step step : scenario.steps()) {
      Answer answer = settled(step, namespace, templates);
      JsonNode body = decoded(answer, step.path().contains("watch"));
      known.set(step.name(), body);
      JsonNode metadata = body.path("metadata");
      if (answer.status() == 201 && metadata.hasNonNull("name") && !metadata.has("namespace")) {
        made.add(step.path().split("\\?")[0] + "/" + metadata.get("name").asText());
      }
      answers.add(normal(step, answer, body, namespace, templates));
    }
    made.add("/api/v1/namespaces/" + namespace);
    made.forEach(path -> client.delete(templates.text(path)));
    return answers;
  }

  /**
   * What is read where the recorded client paused is read until it is as recorded, or for as long
   * as nobody would wait.
   */
  private Answer settled(Scenario.Step step, String namespace, Templates templates) {
    Answer answer = send(step.request(), templates);
    boolean again = step.paused() && step.request().get("method").asText().equals("GET");
    long end = System.nanoTime() + PATIENCE;
    while (again && System.nanoTime() < end && !asRecorded(step, answer, namespace, templates)) {
      LockSupport.parkNanos(PATIENCE / 200);
      answer = send(step.request(), templates);
    }
    return answer;
  }

  private static boolean asRecorded(
      Scenario.Step step, Answer answer, String namespace, Templates templates) {
    JsonNode body = decoded(answer, step.path().contains("watch"));
    return Difference.between(step.answer(), normal(step, answer, body, namespace, templates))
        .isEmpty();
  }

  private Answer send(JsonNode request, Templates templates) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("User-Agent", List.of("exchanges/1"));
    request
        .path("headers")
        .forEachEntry((name, value) -> headers.put(name, values(templates.value(value))));
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

  /** Null and, for the sake of credentials, an empty text mean that the header is not sent. */
  private static List<String> values(JsonNode header) {
    List<String> values = new ArrayList<>();
    (header.isArray() ? header : JSON.createArrayNode().add(header))
        .forEach(
            value -> {
              if (!value.isNull() && !value.asText().isEmpty()) {
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
