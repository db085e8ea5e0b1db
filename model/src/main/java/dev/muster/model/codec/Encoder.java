package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes canonical trees: struct fields in their type's order, map keys sorted. */
public final class Encoder {
  private static final StructType METADATA = Schema.kubernetes().struct("meta/v1.ObjectMeta");
  private static final Set<String> COMMON = Set.of("apiVersion", "kind", "metadata");

  private Encoder() {}

  /** An object of the type as JSON. */
  public static byte[] encode(StructType type, ObjectNode object) {
    ByteArrayBuilder out = new ByteArrayBuilder(1024);
    try (JsonGenerator json = Trees.FACTORY.createGenerator(out)) {
      struct(type, object, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Writes any tree as it stands. */
  public static byte[] encode(JsonNode tree) {
    ByteArrayBuilder out = new ByteArrayBuilder(512);
    try (JsonGenerator json = Trees.FACTORY.createGenerator(out)) {
      raw(tree, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * The same value, fields of objects in the order of their names, as a custom resource has them.
   */
  public static JsonNode inOrder(JsonNode value) {
    if (value.isObject()) {
      ObjectNode out = JsonNodeFactory.instance.objectNode();
      sorted(value).forEach((name, one) -> out.set(name, inOrder(one)));
      return out;
    }
    if (value.isArray()) {
      ArrayNode out = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(element -> out.add(inOrder(element)));
      return out;
    }
    return value;
  }

  /** Writes a struct through the given generator. */
  public static void struct(StructType type, JsonNode object, JsonGenerator json)
      throws IOException {
    if (!object.isObject()) {
      raw(object, json);
      return;
    }
    if (type.content() != null) {
      custom(object, json);
      return;
    }
    json.writeStartObject();
    List<Field> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      JsonNode value = object.get(field.name());
      if (value != null) {
        json.writeFieldName(type.written(i));
        value(field.type(), value, json);
      }
    }
    json.writeEndObject();
  }

  /** A custom resource: what every object has first, then all else in the order of names. */
  private static void custom(JsonNode object, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("apiVersion", object.path("apiVersion").asText());
    json.writeStringField("kind", object.path("kind").asText());
    json.writeFieldName("metadata");
    struct(METADATA, object.path("metadata"), json);
    for (Map.Entry<String, JsonNode> e : sorted(object).entrySet()) {
      if (!COMMON.contains(e.getKey())) {
        json.writeFieldName(e.getKey());
        raw(inOrder(e.getValue()), json);
      }
    }
    json.writeEndObject();
  }

  private static void value(Type type, JsonNode value, JsonGenerator json) throws IOException {
    switch (type) {
      case Type.Ref ref -> struct(ref.struct(), value, json);
      case Type.ListOf list -> {
        if (!value.isArray()) {
          raw(value, json);
          return;
        }
        json.writeStartArray();
        for (JsonNode element : value) {
          value(list.element(), element, json);
        }
        json.writeEndArray();
      }
      case Type.MapOf map -> {
        if (!value.isObject()) {
          raw(value, json);
          return;
        }
        json.writeStartObject();
        for (Map.Entry<String, JsonNode> e : sorted(value).entrySet()) {
          json.writeFieldName(e.getKey());
          value(map.value(), e.getValue(), json);
        }
        json.writeEndObject();
      }
      case Type.Scalar scalar -> raw(value, json);
    }
  }

  private static Map<String, JsonNode> sorted(JsonNode map) {
    Map<String, JsonNode> out = new TreeMap<>();
    map.properties().forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }

  private static void raw(JsonNode value, JsonGenerator json) throws IOException {
    switch (value.getNodeType()) {
      case OBJECT -> {
        json.writeStartObject();
        for (Map.Entry<String, JsonNode> e : value.properties()) {
          json.writeFieldName(e.getKey());
          raw(e.getValue(), json);
        }
        json.writeEndObject();
      }
      case ARRAY -> {
        json.writeStartArray();
        for (JsonNode element : value) {
          raw(element, json);
        }
        json.writeEndArray();
      }
      case STRING -> json.writeString(value.textValue());
      case BOOLEAN -> json.writeBoolean(value.booleanValue());
      case NUMBER -> number(value, json);
      case NULL, MISSING -> json.writeNull();
      case BINARY, POJO -> throw new IOException("cannot write " + value.getNodeType());
    }
  }

  private static void number(JsonNode value, JsonGenerator json) throws IOException {
    if (value.isIntegralNumber()) {
      json.writeNumber(value.longValue());
      return;
    }
    double d = value.doubleValue();
    if (d == Math.rint(d) && Math.abs(d) < 1e15) {
      json.writeNumber((long) d);
    } else if (Math.abs(d) >= 1e-6 && Math.abs(d) < 1e21) {
      json.writeNumber(new BigDecimal(Double.toString(d)).stripTrailingZeros().toPlainString());
    } else {
      json.writeNumber(d);
    }
  }
}
