package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value of a struct type into a canonical tree: fields in the type's order, unknown
 * fields gone, empty values left out or written as the type says. Two trees are equal exactly when
 * the real server would see equal objects.
 *
 * <p>What strict validation objects to (unknown and duplicate fields) is collected, not thrown: the
 * caller decides. A value of the wrong type throws {@link DecodeException}. Not thread-safe: one
 * decoder, one value.
 */
public final class Decoder {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** As deep as structs go that may contain themselves, such as schemas. */
  private static final int MAX_STRUCTS = 300;

  private final JsonParser in;
  private final Issues issues = new Issues();
  private final StringBuilder where = new StringBuilder();

  /**
   * The JSON names from the root to here, without indexes and keys, as decoding errors name the
   * place.
   */
  private final List<String> fields = new ArrayList<>();

  private String struct = "";
  private int depth;

  private Decoder(JsonParser in) {
    this.in = in;
  }

  /**
   * A canonical object and the texts of what strict decoding would refuse, in the order of the
   * input.
   */
  public record Decoded(ObjectNode object, List<String> issues) {}

  /** Reads an object from the parser, which stands before or on its first token. */
  public static Decoded decode(StructType type, JsonParser in) throws IOException {
    Decoder decoder = new Decoder(in);
    if (in.currentToken() == null && in.nextToken() == null) {
      throw new DecodeException("unexpected end of JSON input");
    }
    CustomContent custom = type.content();
    if (custom != null) {
      return CustomDecoder.decode(custom, in);
    }
    JsonNode read = decoder.struct(type);
    ObjectNode object = read instanceof ObjectNode o ? o : decoder.empty(type);
    return new Decoded(object, decoder.issues.list());
  }

  /** Makes any tree canonical. */
  public static Decoded decode(StructType type, JsonNode tree) {
    try (JsonParser in = tree.traverse()) {
      return decode(type, in);
    } catch (IOException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }

  private JsonNode struct(StructType type) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NullNode.getInstance();
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw mismatch(type.name().substring(type.name().indexOf('/') + 1));
    }
    if (++depth > MAX_STRUCTS) {
      throw new DecodeException("exceeded max depth");
    }
    @Nullable JsonNode[] values = new JsonNode[type.fields().size()];
    String outer = struct;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      Deadline.check();
      String name = in.currentName();
      in.nextToken();
      int length = where.length();
      push(name);
      int i = type.indexOf(name);
      if (i < 0) {
        issue("unknown field ");
        in.skipChildren();
      } else {
        if (values[i] != null) {
          issue("duplicate field ");
        }
        struct = type.simpleName();
        fields.add(name);
        values[i] = orReset(field(type.fields().get(i), values[i]));
        fields.removeLast();
      }
      where.setLength(length);
    }
    struct = outer;
    depth--;
    return canonical(type, values, fields.size() <= 1);
  }

  /**
   * An empty list of managed fields is not the same as none: it asks for them to be forgotten. So
   * does a list of one empty entry, and that is what stands for it here.
   */
  private JsonNode orReset(JsonNode value) {
    boolean reset =
        value.isArray()
            && value.isEmpty()
            && fields.size() == 2
            && fields.get(1).equals("managedFields")
            && fields.get(0).equals("metadata");
    return reset ? NODES.arrayNode(1).add(NODES.objectNode()) : value;
  }

  private JsonNode field(Field field, @Nullable JsonNode before) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      // null leaves what a repeated field already had, except that it empties pointers, lists and
      // maps
      return before == null || field.pointer() || before.isContainerNode()
          ? MissingNode.getInstance()
          : before;
    }
    return value(field.type());
  }

  private JsonNode value(Type type) throws IOException {
    return switch (type) {
      case Type.Scalar scalar -> scalar(scalar);
      case Type.Ref ref -> struct(ref.struct());
      case Type.ListOf list -> list(list);
      case Type.MapOf map -> map(map);
    };
  }

  private JsonNode list(Type.ListOf type) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NullNode.getInstance();
    }
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw mismatch(type.goName());
    }
    ArrayNode out = NODES.arrayNode();
    int length = where.length();
    for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
      Deadline.check();
      where.append('[').append(i).append(']');
      out.add(orZero(value(type.element()), type.element()));
      where.setLength(length);
    }
    return out;
  }

  private JsonNode map(Type.MapOf type) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NullNode.getInstance();
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw mismatch(type.goName());
    }
    ObjectNode out = NODES.objectNode();
    int length = where.length();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      Deadline.check();
      String key = Texts.wellFormed(in.currentName());
      in.nextToken();
      push(key);
      if (out.has(key)) {
        issue("duplicate field ");
      }
      out.set(key, orZero(value(type.value()), type.value()));
      where.setLength(length);
    }
    return out;
  }

  private JsonNode scalar(Type.Scalar type) throws IOException {
    if (type.kind() == Type.Scalar.Kind.RAW || type.kind() == Type.Scalar.Kind.UNTYPED) {
      return Trees.read(in);
    }
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NullNode.getInstance();
    }
    JsonNode read = Scalars.read(type, in);
    if (read == null) {
      throw mismatch(Scalars.readAs(type));
    }
    return read;
  }

  /** An element or value that was null takes its type's zero value. */
  private JsonNode orZero(JsonNode value, Type type) {
    if (!value.isNull()) {
      return value;
    }
    return switch (type) {
      case Type.Scalar scalar -> Scalars.zero(scalar);
      case Type.Ref ref -> empty(ref.struct());
      case Type.ListOf list -> value;
      case Type.MapOf map -> value;
    };
  }

  private ObjectNode empty(StructType type) {
    return canonical(type, new JsonNode[type.fields().size()], false);
  }

  private ObjectNode canonical(StructType type, @Nullable JsonNode[] values, boolean root) {
    ObjectNode out = NODES.objectNode();
    List<Field> declared = type.fields();
    for (int i = 0; i < values.length; i++) {
      Field field = declared.get(i);
      JsonNode value = written(field, values[i], root);
      if (value != null) {
        out.set(field.name(), value);
      }
    }
    return out;
  }

  /** What is written for this field, or null when it is left out. */
  private @Nullable JsonNode written(Field field, @Nullable JsonNode read, boolean root) {
    JsonNode value = read == null || read.isMissingNode() ? NullNode.getInstance() : read;
    if (field.pointer()) {
      return !value.isNull() ? value : field.keep() ? value : null;
    }
    return switch (field.type()) {
      case Type.Ref ref -> value.isNull() ? empty(ref.struct()) : value;
      case Type.ListOf list -> listOrMap(field, value, root);
      case Type.MapOf map -> listOrMap(field, value, root);
      case Type.Scalar scalar -> {
        if (!value.isNull() && !Scalars.isZero(scalar, value)) {
          yield value;
        }
        boolean keep = field.keep() || Scalars.isStruct(scalar) && !field.omitZero();
        yield keep ? Scalars.zero(scalar) : null;
      }
    };
  }

  /**
   * An empty list that the object, or a struct of it such as its spec, always writes stays one: who
   * sent it owns the field.
   */
  private static @Nullable JsonNode listOrMap(Field field, JsonNode value, boolean root) {
    if (!value.isNull() && !value.isEmpty()) {
      return value;
    }
    return !field.keep() ? null : root ? value : NullNode.getInstance();
  }

  private void push(String name) {
    if (!where.isEmpty()) {
      where.append('.');
    }
    where.append(name);
  }

  private void issue(String what) {
    if (!issues.full()) {
      issues.add(what + TextNode.valueOf(where.toString()));
    }
  }

  private DecodeException mismatch(String goType) throws IOException {
    String what =
        switch (in.currentToken()) {
          case START_OBJECT -> "object";
          case START_ARRAY -> "array";
          case VALUE_STRING -> "string";
          case VALUE_TRUE, VALUE_FALSE -> "bool";
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
              goType.startsWith("int") || goType.startsWith("uint")
                  ? "number " + in.getText()
                  : "number";
          default -> "value";
        };
    if (fields.isEmpty()) {
      return new DecodeException(
          "json: cannot unmarshal " + what + " into Go value of type " + goType);
    }
    return new DecodeException(
        "json: cannot unmarshal "
            + what
            + " into Go struct field "
            + struct
            + "."
            + String.join(".", fields)
            + " of type "
            + goType);
  }
}
