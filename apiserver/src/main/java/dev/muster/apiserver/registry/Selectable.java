package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.kinds.Kind;
import java.util.HashMap;
import java.util.Map;

/** The values of an object that field selectors may ask for. */
final class Selectable {
  private Selectable() {}

  static Map<String, String> fields(Kind kind, ObjectNode object) {
    Map<String, String> out = new HashMap<>(kind.strategy().selectableFields(object));
    JsonNode metadata = object.path("metadata");
    out.put("metadata.name", metadata.path("name").asText());
    if (kind.namespaced()) {
      out.put("metadata.namespace", metadata.path("namespace").asText());
    }
    return Map.copyOf(out);
  }
}
