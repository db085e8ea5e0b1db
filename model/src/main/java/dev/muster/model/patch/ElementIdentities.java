package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * By what the elements of a merged list are told apart, as texts: these have an order, so that no
 * choice of values makes a hash table slow.
 */
final class ElementIdentities {
  private ElementIdentities() {}

  /** Equal for equal values and for no others. */
  static String of(JsonNode value) {
    if (value.isTextual()) {
      return '"' + value.textValue();
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  /**
   * The value of the element's key, or the element itself.
   *
   * @param key empty for lists of values
   */
  static String of(JsonNode element, String key) {
    if (key.isEmpty()) {
      return of(element);
    }
    if (!element.isObject()) {
      throw Directives.wrongType("map[string]interface {}", element);
    }
    JsonNode value = element.get(key);
    if (value == null) {
      throw Directives.noMergeKey(element, key);
    }
    return of(value);
  }

  /** Where each element stands first. */
  static Map<String, Integer> positions(List<JsonNode> elements, String key) {
    Map<String, Integer> out = HashMap.newHashMap(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      out.putIfAbsent(of(elements.get(i), key), i);
    }
    return out;
  }
}
