package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** Replaces in a JSON value what differs from one run to the next. */
final class NormalTree {
  private static final Set<String> DROPPED = Set.of("selfLink", "storageVersionHash");
  private static final Comparator<JsonNode> BY_MANAGER =
      Comparator.comparing((JsonNode entry) -> text(entry, "operation"))
          .thenComparing(entry -> text(entry, "manager"))
          .thenComparing(entry -> text(entry, "subresource"))
          .thenComparing(entry -> text(entry, "apiVersion"));

  private final NormalText text;

  NormalTree(NormalText text) {
    this.text = text;
  }

  JsonNode of(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> object(object);
      case ArrayNode array -> {
        ArrayNode normal = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> normal.add(of(element)));
        yield normal;
      }
      case TextNode string -> TextNode.valueOf(text.of(string.asText()));
      default -> value;
    };
  }

  private ObjectNode object(ObjectNode object) {
    ObjectNode normal = JsonNodeFactory.instance.objectNode();
    object.forEachEntry(
        (name, value) -> {
          if (!DROPPED.contains(name)) {
            normal.set(text.of(name), of(field(name, value)));
          }
        });
    nameGenerated(object, normal);
    if (normal.get("managedFields") instanceof ArrayNode managers) {
      sort(managers, BY_MANAGER);
    }
    return normal;
  }

  private static JsonNode field(String name, JsonNode value) {
    return switch (name) {
      case "resourceVersion" -> value.asText().isEmpty() ? value : placeholder(value, "<rv>");
      case "continue" -> value.asText().isEmpty() ? value : placeholder(value, "<continue>");
      case "clusterIP", "serverAddress" -> address(value);
      case "clusterIPs" -> {
        ArrayNode addresses = JsonNodeFactory.instance.arrayNode();
        value.forEach(a -> addresses.add(a.asText().equals("None") ? "None" : "<ip>"));
        yield addresses;
      }
      case "nodePort" -> TextNode.valueOf("<port>");
      default -> value;
    };
  }

  private static JsonNode placeholder(JsonNode value, String by) {
    return value.isTextual() ? TextNode.valueOf(by) : value;
  }

  private static JsonNode address(JsonNode value) {
    return Set.of("None", "").contains(value.asText()) ? value : TextNode.valueOf("<ip>");
  }

  private void nameGenerated(ObjectNode object, ObjectNode normal) {
    if (object.get("generateName") instanceof TextNode generate) {
      String prefix = generate.asText().substring(0, Math.min(58, generate.asText().length()));
      if (Pattern.matches(
          Pattern.quote(prefix) + NormalText.SUFFIX, object.path("name").asText())) {
        normal.put("name", text.of(prefix) + "<suffix>");
      }
    }
  }

  private static String text(JsonNode entry, String field) {
    return entry.path(field).asText("None");
  }

  static void sort(ArrayNode array, Comparator<JsonNode> order) {
    List<JsonNode> sorted = StreamSupport.stream(array.spliterator(), false).sorted(order).toList();
    array.removeAll();
    array.addAll(sorted);
  }
}
