package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.quantity.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maps from resource names to quantities: limits, requests, overhead. */
final class ResourceLists {
  private ResourceLists() {}

  /** The quantities by name, in name order; what is absent gives an empty map. */
  static Map<String, Quantity> read(@Nullable JsonNode list) {
    Map<String, Quantity> out = new TreeMap<>();
    if (list != null && list.isObject()) {
      list.properties().forEach(e -> out.put(e.getKey(), Quantity.parse(e.getValue().asText())));
    }
    return out;
  }

  /** Rounds up to thousandths and writes the canonical form, as lists are stored. */
  static void round(ObjectNode parent, String field) {
    JsonNode list = parent.get(field);
    if (list instanceof ObjectNode map) {
      map.properties()
          .forEach(
              e ->
                  e.setValue(
                      TextNode.valueOf(
                          Quantity.parse(e.getValue().asText()).roundedToMilli().toString())));
    }
  }

  /** Rounds limits and requests. */
  static void roundRequirements(ObjectNode resources) {
    round(resources, "limits");
    round(resources, "requests");
  }

  /** Writes the list, or removes it when there is nothing in it. */
  static void write(ObjectNode parent, String field, Map<String, Quantity> list) {
    if (list.isEmpty()) {
      parent.remove(field);
      return;
    }
    ObjectNode out = parent.putObject(field);
    list.forEach((name, quantity) -> out.put(name, quantity.toString()));
  }

  static Map<String, Quantity> sum(Map<String, Quantity> a, Map<String, Quantity> b) {
    Map<String, Quantity> out = new LinkedHashMap<>(a);
    b.forEach((name, quantity) -> out.merge(name, quantity, Quantity::plus));
    return out;
  }

  static Map<String, Quantity> max(Map<String, Quantity> a, Map<String, Quantity> b) {
    Map<String, Quantity> out = new LinkedHashMap<>(a);
    b.forEach((name, q) -> out.merge(name, q, (x, y) -> y.compareTo(x) > 0 ? y : x));
    return out;
  }
}
