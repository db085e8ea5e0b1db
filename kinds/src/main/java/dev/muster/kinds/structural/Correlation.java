package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a value was before it was changed, where one can tell: fields by their names, elements by
 * their keys.
 *
 * @param old null when nobody can tell
 */
record Correlation(@Nullable JsonNode old) {
  static final Correlation NONE = new Correlation(null);

  /** Whether the value is known to be what it was. */
  boolean unchanged(JsonNode value) {
    return old != null && old.equals(value);
  }

  Correlation field(String name) {
    return old == null || !old.isObject() || !old.has(name) ? NONE : new Correlation(old.get(name));
  }

  Elements elements(Keys keys) {
    return old == null || keys.names().isEmpty() || !old.isArray()
        ? Elements.NONE
        : new Elements(keys, keys.index(old));
  }

  /** The keys by which elements of a list are told apart; none where they are not. */
  record Keys(List<String> names, Map<String, JsonNode> defaults) {
    static Keys of(JsonNode schema) {
      if (!schema.path("x-kubernetes-list-type").asText().equals("map")) {
        return new Keys(List.of(), Map.of());
      }
      List<String> names = new ArrayList<>();
      Map<String, JsonNode> defaults = new TreeMap<>();
      for (JsonNode key : schema.path("x-kubernetes-list-map-keys")) {
        names.add(key.asText());
        JsonNode property = schema.path("items").path("properties").path(key.asText());
        if (property.hasNonNull("default")) {
          defaults.put(key.asText(), property.get("default"));
        }
      }
      return new Keys(List.copyOf(names), Collections.unmodifiableMap(defaults));
    }

    /** A text, which is found quickly even if others hash alike. */
    String valuesIn(JsonNode element) {
      List<JsonNode> out = new ArrayList<>();
      for (String name : names) {
        JsonNode own = element.path(name);
        out.add(own.isMissingNode() && defaults.containsKey(name) ? defaults.get(name) : own);
      }
      return out.toString();
    }

    Map<String, JsonNode> index(JsonNode list) {
      Map<String, JsonNode> out = new HashMap<>();
      for (JsonNode element : list) {
        Deadline.check();
        out.put(valuesIn(element), element);
      }
      return out;
    }
  }

  /** The elements of what a list was, by their keys. */
  record Elements(Keys keys, Map<String, JsonNode> byKeys) {
    static final Elements NONE = new Elements(new Keys(List.of(), Map.of()), Map.of());

    Correlation of(JsonNode element) {
      JsonNode found = byKeys.isEmpty() ? null : byKeys.get(keys.valuesIn(element));
      return found == null ? Correlation.NONE : new Correlation(found);
    }
  }
}
