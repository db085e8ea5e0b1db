package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The places in a custom resource's schema where JSON has a schema or something else. In protobuf
 * they are messages with a field for either.
 */
enum SchemaChoice {
  /** {@code items}: a schema in field 1, or schemas in field 2. */
  OR_ARRAY("v1.JSONSchemaPropsOrArray", 1),
  /** {@code additionalProperties}: yes or no in field 1, a schema in field 2. */
  OR_BOOL("v1.JSONSchemaPropsOrBool", 2),
  /** {@code dependencies}: a schema in field 1, names in field 2. */
  OR_STRING_ARRAY("v1.JSONSchemaPropsOrStringArray", 1);

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final String goName;
  private final int schemaField;

  SchemaChoice(String goName, int schemaField) {
    this.goName = goName;
    this.schemaField = schemaField;
  }

  static Optional<SchemaChoice> of(Type.Scalar type) {
    for (SchemaChoice choice : values()) {
      if (choice.goName.equals(type.goName())) {
        return Optional.of(choice);
      }
    }
    return Optional.empty();
  }

  JsonNode read(ProtoWire in, int depth) {
    @Nullable JsonNode schema = null;
    boolean allows = false;
    ArrayNode several = NODES.arrayNode();
    while (in.hasMore()) {
      int tag = in.tag();
      int field = tag >>> 3;
      if (field == schemaField && (tag & 7) == ProtoWire.BYTES) {
        schema = Protobuf.read(props(), in.message(), depth + 1);
      } else if (field == 1 && (tag & 7) == ProtoWire.VARINT) {
        allows = in.varint() != 0;
      } else if (field == 2 && (tag & 7) == ProtoWire.BYTES) {
        several.add(
            this == OR_ARRAY
                ? Protobuf.read(props(), in.message(), depth + 1)
                : NODES.textNode(in.text()));
      } else {
        in.skip(tag & 7);
      }
    }
    if (this == OR_BOOL) {
      return schema == null ? NODES.booleanNode(allows) : schema;
    }
    return schema == null || !several.isEmpty() ? several : schema;
  }

  /** Whether the type is one of these; if so, the message's content is written. */
  static boolean write(Type.Scalar type, JsonNode value, ProtoOutput out) {
    Optional<SchemaChoice> choice = of(type);
    choice.ifPresent(c -> c.write(value, out));
    return choice.isPresent();
  }

  private void write(JsonNode value, ProtoOutput out) {
    if (value.isObject()) {
      int before = out.length();
      ProtobufWriter.message(props(), value, out);
      out.delimited(schemaField, before);
    }
    for (int i = value.size() - 1; value.isArray() && i >= 0; i--) {
      if (value.get(i).isTextual()) {
        out.text(2, value.get(i).textValue());
      } else {
        int before = out.length();
        ProtobufWriter.message(props(), value.get(i), out);
        out.delimited(2, before);
      }
    }
    if (this == OR_BOOL) {
      out.number(1, value.isObject() || value.asBoolean() ? 1 : 0);
    }
  }

  private static StructType props() {
    return Schema.kubernetes().struct("apiextensions/v1.JSONSchemaProps");
  }
}
