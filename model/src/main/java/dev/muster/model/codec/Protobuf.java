package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects that are sent as {@code application/vnd.kubernetes.protobuf}, as kubectl's create
 * commands do: an envelope that tells kind and version, and the message itself. The result is a
 * tree as JSON would have given it, which is then made canonical like any other.
 */
final class Protobuf {
  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final int MAX_DEPTH = 100;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Protobuf() {}

  /** What the envelope says, and the message in it. */
  record Envelope(String apiVersion, String kind, ProtoWire message) {}

  static Envelope open(byte[] body) {
    if (body.length < MAGIC.length
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DecodeException(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    ProtoWire in = new ProtoWire(Arrays.copyOfRange(body, MAGIC.length, body.length));
    String apiVersion = "";
    String kind = "";
    ProtoWire message = new ProtoWire(new byte[0]);
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (1 << 3 | ProtoWire.BYTES)) {
        ProtoWire type = in.message();
        while (type.hasMore()) {
          int part = type.tag();
          switch (part) {
            case 1 << 3 | ProtoWire.BYTES -> apiVersion = type.text();
            case 2 << 3 | ProtoWire.BYTES -> kind = type.text();
            default -> type.skip(part & 7);
          }
        }
      } else if (tag == (2 << 3 | ProtoWire.BYTES)) {
        message = in.message();
      } else {
        in.skip(tag & 7);
      }
    }
    return new Envelope(apiVersion, kind, message);
  }

  /** The message as a tree, not canonical yet. */
  static ObjectNode read(StructType type, ProtoWire message) {
    return read(type, message, 0);
  }

  static ObjectNode read(StructType type, ProtoWire message, int depth) {
    ObjectNode out = NODES.objectNode();
    message(ProtoIndex.of(type), message, out, depth);
    return out;
  }

  private static void message(ProtoIndex index, ProtoWire in, ObjectNode out, int depth) {
    Deadline.check();
    if (depth > MAX_DEPTH) {
      throw ProtoWire.malformed("nested too deep");
    }
    while (in.hasMore()) {
      int tag = in.tag();
      int how = tag & 7;
      ProtoIndex embedded = index.embedded(tag >>> 3);
      Field field = index.field(tag >>> 3);
      if (embedded != null && how == ProtoWire.BYTES) {
        message(embedded, in.message(), out, depth + 1);
      } else if (field == null) {
        in.skip(how);
      } else {
        field(field, how, in, out, depth);
      }
    }
  }

  private static void field(Field field, int how, ProtoWire in, ObjectNode out, int depth) {
    switch (field.type()) {
      case Type.ListOf list -> {
        ArrayNode all =
            out.get(field.name()) instanceof ArrayNode known ? known : out.putArray(field.name());
        elements(list, how, in, all, depth);
      }
      case Type.MapOf map -> {
        ObjectNode all =
            out.get(field.name()) instanceof ObjectNode known ? known : out.putObject(field.name());
        entry(map, in.message(), all, depth);
      }
      case Type.Ref ref -> out.set(field.name(), value(ref, how, in, depth));
      case Type.Scalar scalar -> out.set(field.name(), value(scalar, how, in, depth));
    }
  }

  /** One element, or several numbers packed together. */
  private static void elements(Type.ListOf list, int how, ProtoWire in, ArrayNode out, int depth) {
    boolean packed =
        how == ProtoWire.BYTES
            && list.element() instanceof Type.Scalar scalar
            && switch (scalar.kind()) {
              case INT32, INT64, UINT32, BOOL -> true;
              case STRING,
                  BYTES,
                  FLOAT64,
                  QUANTITY,
                  INT_OR_STRING,
                  TIME,
                  MICRO_TIME,
                  DURATION,
                  RAW,
                  UNTYPED ->
                  false;
            };
    if (!packed) {
      out.add(value(list.element(), how, in, depth));
      return;
    }
    for (ProtoWire numbers = in.message(); numbers.hasMore(); ) {
      out.add(value(list.element(), ProtoWire.VARINT, numbers, depth));
    }
  }

  private static void entry(Type.MapOf map, ProtoWire in, ObjectNode out, int depth) {
    String key = "";
    @Nullable JsonNode value = null;
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> key = in.text();
        case 2 -> value = value(map.value(), tag & 7, in, depth);
        default -> in.skip(tag & 7);
      }
    }
    out.set(key, value == null ? NullNode.getInstance() : value);
  }

  private static JsonNode value(Type type, int how, ProtoWire in, int depth) {
    return switch (type) {
      case Type.Ref ref -> read(ref.struct(), in.message(), depth + 1);
      case Type.ListOf list -> {
        // lists as values of maps are messages with one repeated field
        ArrayNode out = NODES.arrayNode();
        for (ProtoWire items = in.message(); items.hasMore(); ) {
          elements(list, items.tag() & 7, items, out, depth + 1);
        }
        yield out;
      }
      case Type.MapOf map -> throw ProtoWire.malformed("a map cannot stand here");
      case Type.Scalar scalar -> scalar(scalar, how, in, depth);
    };
  }

  private static JsonNode scalar(Type.Scalar type, int how, ProtoWire in, int depth) {
    return switch (type.kind()) {
      case STRING -> NODES.textNode(in.text());
      case BOOL -> NODES.booleanNode(in.varint() != 0);
      case INT32 -> NODES.numberNode((long) (int) in.varint());
      case INT64, UINT32 -> NODES.numberNode(in.varint());
      case FLOAT64 -> {
        if (how != ProtoWire.FIXED64) {
          throw ProtoWire.malformed("illegal wireType " + how);
        }
        yield NODES.numberNode(in.fixed64());
      }
      case BYTES -> NODES.textNode(Base64.getEncoder().encodeToString(in.raw()));
      case QUANTITY -> quantity(in.message());
      case INT_OR_STRING -> intOrString(in.message());
      case TIME -> time(in.message(), false);
      case MICRO_TIME -> time(in.message(), true);
      case DURATION -> duration(in.message());
      case RAW, UNTYPED -> {
        Optional<SchemaChoice> choice = SchemaChoice.of(type);
        yield choice.isPresent() ? choice.get().read(in.message(), depth) : raw(in.message());
      }
    };
  }

  private static JsonNode quantity(ProtoWire in) {
    String text = "0";
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag >>> 3 == 1) {
        text = in.text();
      } else {
        in.skip(tag & 7);
      }
    }
    return NODES.textNode(text.isEmpty() ? "0" : text);
  }

  private static JsonNode intOrString(ProtoWire in) {
    boolean text = false;
    long number = 0;
    String string = "";
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> text = in.varint() == 1;
        case 2 -> number = (int) in.varint();
        case 3 -> string = in.text();
        default -> in.skip(tag & 7);
      }
    }
    return text ? NODES.textNode(string) : NODES.numberNode(number);
  }

  private static JsonNode time(ProtoWire in, boolean micros) {
    if (!in.hasMore()) {
      return NullNode.getInstance();
    }
    long seconds = 0;
    long nanos = 0;
    while (in.hasMore()) {
      int tag = in.tag();
      switch (tag >>> 3) {
        case 1 -> seconds = in.varint();
        case 2 -> nanos = (int) in.varint();
        default -> in.skip(tag & 7);
      }
    }
    if (seconds < Times.FIRST || seconds > Times.LAST || nanos < 0 || nanos > 999_999_999) {
      throw ProtoWire.malformed("time out of range");
    }
    Instant at = Instant.ofEpochSecond(seconds, nanos);
    return NODES.textNode(micros ? Times.micros(at) : Times.seconds(at));
  }

  private static JsonNode duration(ProtoWire in) {
    long nanos = 0;
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag >>> 3 == 1) {
        nanos = in.varint();
      } else {
        in.skip(tag & 7);
      }
    }
    return NODES.textNode(nanos / 1_000_000_000 + "s");
  }

  /** JSON inside the message. */
  private static JsonNode raw(ProtoWire in) {
    byte[] json = {};
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag >>> 3 == 1) {
        json = in.raw();
      } else {
        in.skip(tag & 7);
      }
    }
    if (json.length == 0) {
      return NullNode.getInstance();
    }
    try {
      return Trees.parse(json);
    } catch (IOException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }
}
