package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.TreeField;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Maps from resource names to quantities: limits, requests, overhead. */
final class ResourceLists {
  private ResourceLists() {}

  /** The quantities by name, in name order; what is absent gives an empty map. */
  static Map<String, Quantity> read(JsonNode list) {
    Map<String, Quantity> out = new TreeMap<>();
    if (list.isObject()) {
      list.properties().forEach(e -> out.put(e.getKey(), Quantity.parse(e.getValue().asText())));
    }
    return out;
  }

  /** Rounds up to thousandths and writes the canonical form, as lists are stored. */
  static void round(TreeField list) {
    if (list.node() instanceof ObjectNode map) {
      map.properties()
          .forEach(
              e ->
                  e.setValue(
                      TextNode.valueOf(
                          Quantity.parse(e.getValue().asText()).roundedToMilli().toString())));
    }
  }

  /** Rounds limits and requests. */
  static void roundRequirements(MutableResourceRequirements resources) {
    round(resources.limits());
    round(resources.requests());
  }

  /** Writes the list, or removes it when there is nothing in it. */
  static void write(TreeField field, Map<String, Quantity> list) {
    if (list.isEmpty()) {
      field.remove();
      return;
    }
    ObjectNode out = field.struct().objectNode();
    list.forEach((name, quantity) -> out.put(name, quantity.toString()));
    field.set(out);
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
