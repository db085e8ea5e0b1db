package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One node of a structural schema: what fields and elements there are, as far as pruning, defaults,
 * list types and rules ask. What values may be is {@link ValueSchema}'s concern.
 *
 * @param json the schema itself
 * @param properties in the order of their names
 * @param others the schema of what is not among the properties; null when there is none
 * @param openOthers whether there may be others without a schema
 * @param preserves whether unknown fields are kept
 * @param embedded whether values are objects with a kind and metadata of their own
 * @param byDefault null when there is no default
 */
public record Structural(
    ObjectNode json,
    String type,
    Map<String, Structural> properties,
    @Nullable Structural items,
    @Nullable Structural others,
    boolean openOthers,
    boolean preserves,
    boolean embedded,
    boolean intOrString,
    boolean nullable,
    @Nullable JsonNode byDefault,
    String listType,
    List<String> listKeys,
    String mapType) {

  public Structural {
    properties = Collections.unmodifiableMap(properties);
    listKeys = List.copyOf(listKeys);
  }

  /** Reads a schema. What makes it invalid is not looked at: such parts are left out. */
  public static Structural of(JsonNode schema) {
    Deadline.check();
    ObjectNode json =
        schema instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    Map<String, Structural> properties = new TreeMap<>();
    for (Map.Entry<String, JsonNode> e : json.path("properties").properties()) {
      properties.put(e.getKey(), of(e.getValue()));
    }
    JsonNode items = json.path("items");
    JsonNode others = json.path("additionalProperties");
    return new Structural(
        json,
        json.path("type").asText(),
        properties,
        items.isObject() ? of(items) : null,
        others.isObject() ? of(others) : null,
        others.isBoolean(),
        json.path("x-kubernetes-preserve-unknown-fields").asBoolean(),
        json.path("x-kubernetes-embedded-resource").asBoolean(),
        json.path("x-kubernetes-int-or-string").asBoolean(),
        json.path("nullable").asBoolean(),
        json.hasNonNull("default") ? json.get("default") : null,
        json.path("x-kubernetes-list-type").asText(),
        texts(json.path("x-kubernetes-list-map-keys")),
        json.path("x-kubernetes-map-type").asText());
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  /** Whether objects may have fields that have no name in the schema. */
  boolean hasOthers() {
    return others != null || openOthers;
  }

  /** The same with kind, apiVersion and metadata, which every resource has. */
  Structural asResource() {
    return new Structural(
        json,
        type,
        properties,
        items,
        others,
        openOthers,
        preserves,
        true,
        intOrString,
        nullable,
        byDefault,
        listType,
        listKeys,
        mapType);
  }

  /** The x-kubernetes-validations. */
  public JsonNode rules() {
    return json.path("x-kubernetes-validations");
  }
}
