package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in what a request takes from its namespace and from earlier answers: {@code {{ns}}}, {@code
 * {{step.path.to.value}}}, {@code {{fill 300}}}, and bodies that are an earlier answer, edited.
 */
final class Templates {
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{([^{}]+)}}");

  /** The namespace under {@code ns}, and each step's answer under the step's name. */
  private final ObjectNode known;

  Templates(ObjectNode known) {
    this.known = known;
  }

  String text(String value) {
    return TEMPLATE
        .matcher(value)
        .replaceAll(m -> Matcher.quoteReplacement(expanded(m.group(1)).asText()));
  }

  JsonNode value(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> {
        if (object.has("$from")) {
          yield edited(object);
        }
        ObjectNode filled = JsonNodeFactory.instance.objectNode();
        object.forEachEntry((name, child) -> filled.set(text(name), value(child)));
        yield filled;
      }
      case ArrayNode array -> {
        ArrayNode filled = JsonNodeFactory.instance.arrayNode();
        array.forEach(child -> filled.add(value(child)));
        yield filled;
      }
      case TextNode text -> {
        Matcher whole = TEMPLATE.matcher(text.asText());
        yield whole.matches()
            ? expanded(whole.group(1))
            : TextNode.valueOf(this.text(text.asText()));
      }
      default -> value;
    };
  }

  private JsonNode expanded(String expression) {
    if (expression.startsWith("fill ")) {
      return TextNode.valueOf("a".repeat(Integer.parseInt(expression.substring(5))));
    }
    return lookup(known, List.of(expression.split("\\.")));
  }

  /** The value at a path; an empty text when there is none. */
  static JsonNode lookup(JsonNode from, List<String> path) {
    JsonNode at = from;
    for (String part : path) {
      at = at.isArray() ? at.path(Integer.parseInt(part)) : at.path(part);
    }
    return at.isMissingNode() ? TextNode.valueOf("") : at;
  }

  private JsonNode edited(ObjectNode how) {
    JsonNode body = known.path(how.get("$from").asText()).deepCopy();
    how.path("$set").forEachEntry((pointer, value) -> set(body, parts(pointer), value(value)));
    how.path("$remove").forEach(pointer -> remove(body, parts(pointer.asText())));
    return body;
  }

  private static void set(JsonNode body, List<String> path, JsonNode value) {
    JsonNode at = body;
    for (String part : path.subList(0, path.size() - 1)) {
      at =
          at instanceof ObjectNode object
              ? object.has(part) ? object.get(part) : object.putObject(part)
              : at.path(Integer.parseInt(part));
    }
    String last = path.getLast();
    if (at instanceof ObjectNode object) {
      object.set(last, value);
    } else if (at instanceof ArrayNode array && last.equals("-")) {
      array.add(value);
    } else if (at instanceof ArrayNode array && Integer.parseInt(last) < array.size()) {
      array.set(Integer.parseInt(last), value);
    }
  }

  private static void remove(JsonNode body, List<String> path) {
    JsonNode at = lookup(body, path.subList(0, path.size() - 1));
    if (at instanceof ObjectNode object) {
      object.remove(path.getLast());
    } else if (at instanceof ArrayNode array) {
      array.remove(Integer.parseInt(path.getLast()));
    }
  }

  private static List<String> parts(String pointer) {
    return List.of(pointer.substring(1).split("/", -1)).stream()
        .map(part -> part.replace("~1", "/").replace("~0", "~"))
        .toList();
  }
}
