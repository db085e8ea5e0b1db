package dev.muster.kinds.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;

/** Fields as schemas: their type, what they mean, and how patches and apply merge them. */
final class FieldSchemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Style style;
  private final Definitions definitions;

  FieldSchemas(Style style, Definitions definitions) {
    this.style = style;
    this.definitions = definitions;
  }

  ObjectNode schema(StructType owner, Field field) {
    ObjectNode out = type(field.type());
    String about = Descriptions.of(owner.simpleName(), field.name());
    if (!about.isEmpty()) {
      out.put("description", about);
    }
    if (!field.defaultJson().isEmpty()) {
      try {
        out.set("default", JSON.readTree(field.defaultJson()));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("bad default of " + owner + "." + field.name(), e);
      }
    }
    merge(field, out);
    patch(field, out);
    return out;
  }

  private static void merge(Field field, ObjectNode out) {
    boolean list = field.type() instanceof Type.ListOf;
    switch (field.merge()) {
      case Field.Merge.Natural natural -> {}
      case Field.Merge.Granular granular -> out.put("x-kubernetes-map-type", "granular");
      case Field.Merge.Atomic atomic ->
          out.put(list ? "x-kubernetes-list-type" : "x-kubernetes-map-type", "atomic");
      case Field.Merge.SetOf set -> out.put("x-kubernetes-list-type", "set");
      case Field.Merge.Keyed keyed -> {
        keyed.keys().forEach(out.putArray("x-kubernetes-list-map-keys")::add);
        out.put("x-kubernetes-list-type", "map");
      }
    }
  }

  private static void patch(Field field, ObjectNode out) {
    Field.Patch patch = field.patch();
    if (!patch.key().isEmpty()) {
      out.put("x-kubernetes-patch-merge-key", patch.key());
    }
    String strategy =
        patch.merge() && patch.retainKeys()
            ? "merge,retainKeys"
            : patch.merge()
                ? "merge"
                : patch.retainKeys() ? "retainKeys" : patch.replace() ? "replace" : "";
    if (!strategy.isEmpty()) {
      out.put("x-kubernetes-patch-strategy", strategy);
    }
  }

  private ObjectNode type(Type type) {
    return switch (type) {
      case Type.Ref ref -> style.referenceAmongOthers(definitions.use(ref.struct()));
      case Type.ListOf list -> {
        ObjectNode out = NODES.objectNode().put("type", "array");
        out.set("items", type(list.element()));
        yield out;
      }
      case Type.MapOf map -> {
        ObjectNode out = NODES.objectNode().put("type", "object");
        out.set("additionalProperties", type(map.value()));
        yield out;
      }
      case Type.Scalar scalar -> scalar(scalar);
    };
  }

  private ObjectNode scalar(Type.Scalar scalar) {
    return switch (scalar.kind()) {
      case STRING, DURATION -> typed("string", "");
      case BOOL -> typed("boolean", "");
      case INT32 -> typed("integer", "int32");
      case INT64, UINT32 -> typed("integer", "int64");
      case FLOAT64 -> typed("number", "double");
      case BYTES -> typed("string", "byte");
      case QUANTITY -> named(DefinitionNames.QUANTITY, typed("string", ""));
      case INT_OR_STRING -> named(DefinitionNames.INT_OR_STRING, typed("string", "int-or-string"));
      case TIME -> named(DefinitionNames.META + "Time", typed("string", "date-time"));
      case MICRO_TIME -> named(DefinitionNames.META + "MicroTime", typed("string", "date-time"));
      case RAW, UNTYPED -> named(DefinitionNames.RAW, typed("object", ""));
    };
  }

  private ObjectNode named(String name, ObjectNode schema) {
    String about = Descriptions.of(name.substring(name.lastIndexOf('.') + 1));
    if (!about.isEmpty()) {
      schema.put("description", about);
    }
    return style.referenceAmongOthers(definitions.use(name, schema));
  }

  private static ObjectNode typed(String type, String format) {
    ObjectNode out = NODES.objectNode().put("type", type);
    return format.isEmpty() ? out : out.put("format", format);
  }
}
