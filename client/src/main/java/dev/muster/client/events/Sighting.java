package dev.muster.client.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that happened.
 *
 * @param about a reference to the object
 * @param annotations of the event itself
 */
record Sighting(
    ObjectNode about,
    EventType type,
    String reason,
    String message,
    Map<String, String> annotations) {
  public Sighting {
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  /** A reference to an object, as {@code involvedObject} holds it. */
  public static ObjectNode reference(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    ObjectNode reference = JsonNodeFactory.instance.objectNode();
    reference.put("kind", object.path("kind").asText());
    if (metadata.has("namespace")) {
      reference.put("namespace", metadata.path("namespace").asText());
    }
    return reference
        .put("name", metadata.path("name").asText())
        .put("uid", metadata.path("uid").asText())
        .put("apiVersion", object.path("apiVersion").asText())
        .put("resourceVersion", metadata.path("resourceVersion").asText());
  }

  /** The object, whatever its version and whichever part of it this is about. */
  ObjectNode object() {
    ObjectNode same = about.deepCopy();
    same.remove("resourceVersion");
    same.remove("fieldPath");
    return same;
  }

  Sighting withMessage(String other) {
    return new Sighting(about, type, reason, other, annotations);
  }

  Sighting withoutVersion() {
    ObjectNode same = about.deepCopy();
    same.remove("resourceVersion");
    return new Sighting(same, type, reason, message, annotations);
  }
}
