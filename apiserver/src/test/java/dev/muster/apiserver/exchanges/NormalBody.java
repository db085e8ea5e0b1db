package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The whole body of an answer, without what differs from one run to the next. */
final class NormalBody {
  private static final Pattern AGE = Pattern.compile("(\\d+[smhdy])+( ago)?");
  private static final Set<String> AGE_COLUMNS =
      Set.of("Age", "Last Seen", "First Seen", "Duration", "Last Schedule");
  private static final Comparator<JsonNode> AS_TEXT = Comparator.comparing(JsonNode::toString);

  private final NormalText text;
  private final Set<String> keep;

  NormalBody(NormalText text, Set<String> keep) {
    this.text = text;
    this.keep = keep;
  }

  /** A text, an array of watch events, or any other JSON. */
  JsonNode of(JsonNode body, String contentType) {
    if (body.isTextual()) {
      return contentType.contains("yaml")
          ? yaml(text.of(body.asText()))
          : TextNode.valueOf(text.of(body.asText()));
    }
    JsonNode normal = new NormalTree(text).of(body);
    if (normal instanceof ArrayNode events) {
      retain(events, event -> !isBookmark(event) || endsInitialEvents(event));
      events.forEach(event -> table(event.path("object")));
    }
    if (normal instanceof ObjectNode object) {
      table(object);
      unordered(object);
      return object(object);
    }
    return normal;
  }

  /** Two printers of YAML may indent and quote differently, so lines are compared as a set. */
  private static JsonNode yaml(String text) {
    List<String> lines =
        text.replaceAll("((?:uid|resourceVersion): ).+", "$1<any>")
            .lines()
            .map(line -> line.strip().replaceFirst("^- ", "").replace("\"", ""))
            .sorted()
            .toList();
    ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
    lines.forEach(sorted::add);
    return sorted;
  }

  private static boolean isBookmark(JsonNode event) {
    return event.path("type").asText().equals("BOOKMARK");
  }

  private static boolean endsInitialEvents(JsonNode event) {
    return event.at("/object/metadata/annotations").has("k8s.io/initial-events-end");
  }

  /** Columns without their descriptions, ages without their numbers. */
  private static void table(JsonNode table) {
    if (!table.path("kind").asText().equals("Table")) {
      return;
    }
    JsonNode columns = table.path("columnDefinitions");
    for (int i = 0; i < columns.size(); i++) {
      ((ObjectNode) columns.get(i)).remove("description");
      if (AGE_COLUMNS.contains(columns.get(i).path("name").asText())) {
        for (JsonNode row : table.path("rows")) {
          ArrayNode cells = (ArrayNode) row.get("cells");
          if (AGE.matcher(cells.path(i).asText()).matches()) {
            cells.set(i, TextNode.valueOf("<age>"));
          }
        }
      }
    }
  }

  /** A real server gives conflicts and rules in no particular order. */
  static void unordered(JsonNode body) {
    if (body.at("/details/causes") instanceof ArrayNode causes
        && causes.findValuesAsText("reason").contains("FieldManagerConflict")) {
      NormalTree.sort(causes, AS_TEXT);
    }
    if (body.path("kind").asText().equals("SelfSubjectRulesReview")) {
      for (String rules : List.of("/status/resourceRules", "/status/nonResourceRules")) {
        if (body.at(rules) instanceof ArrayNode array) {
          NormalTree.sort(array, AS_TEXT);
        }
      }
    }
  }

  private JsonNode object(ObjectNode body) {
    if (body.has("gitVersion")) {
      ObjectNode names = JsonNodeFactory.instance.objectNode();
      body.fieldNames().forEachRemaining(name -> names.put(name, "<any>"));
      return names;
    }
    if (!keep.isEmpty()) {
      for (String part : List.of("groups", "resources", "items")) {
        if (body.get(part) instanceof ArrayNode array) {
          retain(array, element -> keep.contains(name(element)));
        }
      }
    }
    if (body.path("kind").asText().equals("APIGroupDiscoveryList")) {
      body.path("items").forEach(group -> ((ObjectNode) group.path("metadata")).retain("name"));
    }
    return body;
  }

  private static String name(JsonNode element) {
    String name = element.path("name").asText();
    return name.isEmpty() ? element.path("metadata").path("name").asText() : name;
  }

  private static void retain(ArrayNode array, Predicate<JsonNode> which) {
    for (int i = array.size() - 1; i >= 0; i--) {
      if (!which.test(array.get(i))) {
        array.remove(i);
      }
    }
  }
}
