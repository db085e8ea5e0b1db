package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects the definitions of the types that a document refers to, and of those that they refer to
 * in turn. One collector, one document.
 */
final class Definitions {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Style style;
  private final KindNames kinds;
  private final Set<String> known = new HashSet<>();
  private final Deque<StructType> waiting = new ArrayDeque<>();
  private final TreeMap<String, ObjectNode> written = new TreeMap<>();
  private final FieldSchemas fields;

  Definitions(Style style, KindNames kinds) {
    this.style = style;
    this.kinds = kinds;
    this.fields = new FieldSchemas(style, this);
  }

  /** A reference to a type, which thereby becomes part of the document. */
  ObjectNode reference(StructType type) {
    return style.reference(use(type));
  }

  String use(StructType type) {
    if (known.add(type.name())) {
      waiting.add(type);
    }
    return DefinitionNames.of(type);
  }

  /** A definition that is not a struct, by its full name. */
  String use(String name, ObjectNode schema) {
    written.putIfAbsent(name, schema);
    return name;
  }

  /** All definitions, sorted by name. */
  ObjectNode written() {
    while (!waiting.isEmpty()) {
      StructType type = waiting.remove();
      CustomContent custom = type.content();
      written.put(
          DefinitionNames.of(type),
          custom == null ? definition(type) : custom(type, custom.published().deepCopy()));
    }
    ObjectNode out = NODES.objectNode();
    written.forEach(out::set);
    return out;
  }

  /** A custom resource's own schema, and what every resource has besides. */
  private ObjectNode custom(StructType type, ObjectNode schema) {
    if (style == Style.V2) {
      CustomSchemas.reduce(schema);
    }
    ObjectNode properties = schema.withObjectProperty("properties");
    for (Field field : type.fields().subList(0, 3)) {
      properties.set(field.name(), fields.schema(type, field));
    }
    kinds.of(type).ifPresent(list -> schema.set("x-kubernetes-group-version-kind", list));
    return schema;
  }

  private ObjectNode definition(StructType type) {
    ObjectNode out = NODES.objectNode();
    String about = Descriptions.of(type.simpleName());
    if (!about.isEmpty()) {
      out.put("description", about);
    }
    ObjectNode properties = NODES.objectNode();
    TreeMap<String, ObjectNode> sorted = new TreeMap<>();
    TreeMap<String, Boolean> required = new TreeMap<>();
    for (Field field : type.fields()) {
      sorted.put(field.name(), fields.schema(type, field));
      if (field.keep()) {
        required.put(field.name(), true);
      }
    }
    sorted.forEach(properties::set);
    if (!required.isEmpty()) {
      required.keySet().forEach(out.putArray("required")::add);
    }
    out.put("type", "object");
    if (!properties.isEmpty()) {
      out.set("properties", properties);
    }
    if (type.atomic()) {
      out.put("x-kubernetes-map-type", "atomic");
    }
    kinds.of(type).ifPresent(list -> out.set("x-kubernetes-group-version-kind", list));
    return out;
  }
}
