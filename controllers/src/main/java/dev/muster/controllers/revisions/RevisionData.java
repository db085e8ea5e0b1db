package dev.muster.controllers.revisions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AppsV1.ControllerRevision;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;

/** What a revision holds: a patch that brings its template back. */
public final class RevisionData {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RevisionData() {}

  /** The patch for an object's present template. */
  public static ObjectNode of(JsonNode owner) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode template = owner.path("spec").path("template").deepCopy();
    template.put("$patch", "replace");
    patch.putObject("spec").set("template", template);
    return (ObjectNode) sorted(patch);
  }

  /** As Go writes a map: keys in order, and what browsers could take for markup escaped. */
  public static byte[] bytes(JsonNode data) {
    try {
      return JSON.writeValueAsString(sorted(data))
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029")
          .getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a revision holds this patch, byte by byte. */
  public static boolean isIn(JsonNode revision, ObjectNode data) {
    return Arrays.equals(bytes(ControllerRevision.of(revision).data().node()), bytes(data));
  }

  private static JsonNode sorted(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> {
        TreeMap<String, JsonNode> fields = new TreeMap<>();
        object.forEachEntry((name, field) -> fields.put(name, sorted(field)));
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        fields.forEach(copy::set);
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> copy.add(sorted(element)));
        yield copy;
      }
      default -> value;
    };
  }
}
