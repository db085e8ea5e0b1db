package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An object as the store holds it in memory: its JSON, ready to be sent, and what selectors ask about. Immutable.
 *
 * <p>INVARIANT: the bytes begin with kind and apiVersion, so that a list can skip them, and hold the resourceVersion of the write
 * that made them.
 */
public final class StoredObject {
  private final byte[] json;
  private final int typeEnd;
  private final Map<String, String> labels;
  private final Map<String, String> fields;

  StoredObject(byte[] json, int typeEnd, Map<String, String> labels, Map<String, String> fields) {
    this.json = json;
    this.typeEnd = typeEnd;
    this.labels = labels;
    this.fields = fields;
  }

  /** The whole object. Not to be changed. */
  public byte[] json() {
    return json;
  }

  /** Where the object goes on after kind and apiVersion: from here to the end, after an opening brace, is a list item. */
  public int itemStart() {
    return typeEnd;
  }

  public Map<String, String> labels() {
    return labels;
  }

  /** The values that field selectors may ask for. */
  public Map<String, String> fields() {
    return fields;
  }

  /** A tree of one's own, canonical as it was when it was written. */
  public ObjectNode tree() {
    try {
      return (ObjectNode) Trees.parse(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a stored object cannot be read", e);
    }
  }

  static Map<String, String> labelsOf(JsonNode object) {
    JsonNode labels = object.path("metadata").path("labels");
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> out = HashMap.newHashMap(labels.size());
    labels.properties().forEach(e -> out.put(e.getKey(), e.getValue().asText()));
    return Map.copyOf(out);
  }

  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
