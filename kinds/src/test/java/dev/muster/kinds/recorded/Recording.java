package dev.muster.kinds.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads recorded steps and fills in what was cut out of them. */
final class Recording {
  static final String NAMESPACE = "team-a";
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{([^{}]+)\\}\\}");

  private final Map<String, JsonNode> answers = new HashMap<>();

  /** One step, its templates filled in; the answer's placeholders are plausible values. */
  record Step(
      String scenario,
      String name,
      String method,
      String path,
      String type,
      JsonNode body,
      int status,
      List<String> warnings,
      JsonNode answer) {}

  static List<Step> steps() {
    List<Step> out = new ArrayList<>();
    String scenario = "";
    Recording recording = new Recording();
    for (JsonNode row : Rows.of(Recording.class, "writes.jsonl")) {
      if (!row.path("scenario").asText().equals(scenario)) {
        scenario = row.path("scenario").asText();
        recording = new Recording();
      }
      out.add(recording.step(row));
    }
    return out;
  }

  private Step step(JsonNode row) {
    JsonNode request = row.path("request");
    JsonNode answer = filled(row.path("answer").path("body"));
    answers.put(row.path("step").asText(), answer);
    List<String> warnings = new ArrayList<>();
    row.path("answer").path("warnings").forEach(w -> warnings.add(filled(w.asText())));
    return new Step(
        row.path("scenario").asText(),
        row.path("step").asText(),
        request.path("method").asText(),
        filled(request.path("path").asText()),
        request.path("type").asText(),
        filled(request.path("body")),
        row.path("answer").path("status").asInt(),
        warnings,
        answer);
  }

  private JsonNode filled(JsonNode node) {
    if (node instanceof ObjectNode o) {
      if (o.has("$from")) {
        return edited(o);
      }
      ObjectNode out = o.objectNode();
      o.properties().forEach(e -> out.set(filled(e.getKey()), filled(e.getValue())));
      return out;
    }
    if (node instanceof ArrayNode a) {
      ArrayNode out = a.arrayNode();
      a.forEach(e -> out.add(filled(e)));
      return out;
    }
    return node.isTextual() ? TextNode.valueOf(filled(node.textValue())) : node;
  }

  private JsonNode edited(ObjectNode how) {
    JsonNode out = Objects.requireNonNull(answers.get(how.path("$from").asText())).deepCopy();
    how.path("$set").properties().forEach(e -> set(out, e.getKey(), filled(e.getValue())));
    return out;
  }

  private static void set(JsonNode root, String pointer, JsonNode value) {
    int slash = pointer.lastIndexOf('/');
    JsonNode at = root.at(pointer.substring(0, slash));
    String last = pointer.substring(slash + 1).replace("~1", "/").replace("~0", "~");
    if (at instanceof ObjectNode o) {
      o.set(last, value);
    } else if (at instanceof ArrayNode a) {
      if (last.equals("-")) {
        a.add(value);
      } else {
        a.set(Integer.parseInt(last), value);
      }
    } else {
      throw new IllegalStateException("nothing at " + pointer);
    }
  }

  private String filled(String text) {
    String plain =
        text.replace("<uid>", "11111111-2222-3333-4444-555555555555")
            .replace("<rv>", "7")
            .replace("<time>", "2026-01-01T00:00:00Z")
            .replace("<suffix>", "xxxxx");
    Matcher m = TEMPLATE.matcher(plain);
    StringBuilder out = new StringBuilder();
    while (m.find()) {
      m.appendReplacement(out, Matcher.quoteReplacement(template(m.group(1))));
    }
    return m.appendTail(out).toString();
  }

  private String template(String expression) {
    if (expression.equals("ns")) {
      return NAMESPACE;
    }
    if (expression.startsWith("fill ")) {
      return "a".repeat(Integer.parseInt(expression.substring(5)));
    }
    String[] way = expression.split("\\.");
    JsonNode at = Objects.requireNonNull(answers.get(way[0]), expression);
    for (int i = 1; i < way.length; i++) {
      at = at.isArray() ? at.path(Integer.parseInt(way[i])) : at.path(way[i]);
    }
    return at.asText();
  }
}
