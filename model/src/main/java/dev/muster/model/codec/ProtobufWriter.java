package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Writes canonical objects as {@code application/vnd.kubernetes.protobuf}, field by field as the
 * real server does: values that cannot be absent are written even when they are zero.
 */
public final class ProtobufWriter {
  private static final byte[] MAGIC = {'k', '8', 's', 0};

  private ProtobufWriter() {}

  /** Whether a type can be written so: those of kinds that were added to a server cannot. */
  public static boolean writes(StructType type) {
    return type.fields().stream().anyMatch(field -> !field.numbers().isEmpty());
  }

  /** An object behind an envelope that tells its kind and version. */
  public static byte[] write(StructType type, String apiVersion, String kind, ObjectNode object) {
    ProtoOutput out = new ProtoOutput();
    enveloped(type, apiVersion, kind, object, out);
    return out.toByteArray();
  }

  /** One event of a watch, behind its length in four bytes. */
  public static byte[] event(
      String eventType, StructType type, String apiVersion, String kind, ObjectNode object) {
    ProtoOutput out = new ProtoOutput();
    enveloped(type, apiVersion, kind, object, out);
    out.delimited(1, 0);
    out.delimited(2, 0);
    out.text(1, eventType);
    out.frame();
    return out.toByteArray();
  }

  private static void enveloped(
      StructType type, String apiVersion, String kind, ObjectNode object, ProtoOutput out) {
    out.text(4, "");
    out.text(3, "");
    int message = out.length();
    message(type, object, out);
    out.delimited(2, message);
    int meta = out.length();
    out.text(2, kind);
    out.text(1, apiVersion);
    out.delimited(1, meta);
    out.prepend(MAGIC);
  }

  static void message(StructType type, JsonNode object, ProtoOutput out) {
    message(ProtoIndex.of(type), object, out);
  }

  private static void message(ProtoIndex index, JsonNode object, ProtoOutput out) {
    Deadline.check();
    for (ProtoIndex.Part part : index.lastToFirst()) {
      switch (part) {
        case ProtoIndex.Plain plain -> field(plain.number(), plain.field(), object, out);
        case ProtoIndex.Embedded embedded -> {
          int before = out.length();
          message(embedded.index(), object, out);
          out.delimited(embedded.number(), before);
        }
      }
    }
  }

  private static void field(int number, Field field, JsonNode object, ProtoOutput out) {
    JsonNode value = object.path(field.name());
    boolean absent = value.isMissingNode() || value.isNull();
    switch (field.type()) {
      case Type.ListOf list -> {
        for (int i = value.size() - 1; i >= 0; i--) {
          value(number, list.element(), value.get(i), out);
        }
      }
      case Type.MapOf map -> {
        TreeMap<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        sorted
            .descendingMap()
            .forEach(
                (key, entry) -> {
                  int before = out.length();
                  value(2, map.value(), entry, out);
                  out.text(1, key);
                  out.delimited(number, before);
                });
      }
      case Type.Ref ref -> {
        if (!absent || !field.pointer()) {
          value(number, ref, value, out);
        }
      }
      case Type.Scalar scalar -> {
        if (!absent || !field.pointer() && scalar.kind() != Type.Scalar.Kind.BYTES) {
          value(number, scalar, value, out);
        }
      }
    }
  }

  static void value(int number, Type type, JsonNode value, ProtoOutput out) {
    int before = out.length();
    switch (type) {
      case Type.Ref ref -> {
        message(ref.struct(), value, out);
        out.delimited(number, before);
      }
      case Type.ListOf list -> {
        // lists as values of maps are messages with one repeated field
        for (int i = value.size() - 1; i >= 0; i--) {
          value(1, list.element(), value.get(i), out);
        }
        out.delimited(number, before);
      }
      case Type.MapOf map -> throw new IllegalStateException("a map cannot stand here");
      case Type.Scalar scalar -> scalar(number, scalar, value, out);
    }
  }

  private static void scalar(int number, Type.Scalar type, JsonNode value, ProtoOutput out) {
    int before = out.length();
    switch (type.kind()) {
      case STRING -> out.text(number, value.asText(""));
      case BOOL -> out.number(number, value.asBoolean() ? 1 : 0);
      case INT32, INT64, UINT32 -> out.number(number, value.asLong());
      case FLOAT64 -> out.fixed64(number, value.asDouble());
      case BYTES -> out.raw(number, Base64.getDecoder().decode(value.asText()));
      case QUANTITY -> {
        out.text(1, value.asText("0").isEmpty() ? "0" : value.asText("0"));
        out.delimited(number, before);
      }
      case INT_OR_STRING -> {
        out.text(3, value.isTextual() ? value.textValue() : "");
        out.number(2, value.isTextual() ? 0 : value.asLong());
        out.number(1, value.isTextual() ? 1 : 0);
        out.delimited(number, before);
      }
      case TIME, MICRO_TIME -> {
        if (value.isTextual()) {
          Instant at = Instant.parse(value.textValue());
          out.number(2, at.getNano());
          out.number(1, at.getEpochSecond());
        }
        out.delimited(number, before);
      }
      case DURATION -> {
        String text = value.asText("0s").toUpperCase(Locale.ROOT);
        out.number(1, Duration.parse("PT" + text).toNanos());
        out.delimited(number, before);
      }
      case RAW, UNTYPED -> {
        if (!SchemaChoice.write(type, value, out) && !value.isMissingNode()) {
          out.raw(1, Encoder.encode(value));
        }
        out.delimited(number, before);
      }
    }
  }
}
