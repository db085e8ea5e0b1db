package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.Optional;

/**
 * Finds the first value of a tree that does not fit its type and words it as the real server's
 * converter from untyped objects does. Types that read themselves are left to the decoder's words.
 */
final class TreeFault {
  private TreeFault() {}

  static Optional<String> in(StructType type, JsonNode value) {
    if (value.isNull()) {
      return Optional.empty();
    }
    if (!value.isObject()) {
      return Optional.of("cannot restore struct from: " + GoMap.kindOf(value));
    }
    for (Field field : type.fields()) {
      JsonNode part = value.get(field.name());
      Optional<String> fault = part == null ? Optional.empty() : in(field.type(), part);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> in(Type type, JsonNode value) {
    if (value.isNull()) {
      return Optional.empty();
    }
    return switch (type) {
      case Type.Ref ref -> in(ref.struct(), value);
      case Type.ListOf list ->
          value.isArray()
              ? value.valueStream().flatMap(e -> in(list.element(), e).stream()).findFirst()
              : Optional.of("cannot restore slice from " + GoMap.kindOf(value));
      case Type.MapOf map ->
          value.isObject()
              ? value.valueStream().flatMap(e -> in(map.value(), e).stream()).findFirst()
              : Optional.of("cannot restore map from " + GoMap.kindOf(value));
      case Type.Scalar scalar -> scalar(scalar, value);
    };
  }

  private static Optional<String> scalar(Type.Scalar type, JsonNode value) {
    return switch (type.kind()) {
      case STRING ->
          value.isTextual()
              ? Optional.empty()
              : Optional.of(
                  value.isIntegralNumber()
                      ? "cannot convert int64 to " + type.goName()
                      : "unrecognized type: string");
      case BOOL -> value.isBoolean() ? Optional.empty() : Optional.of("unrecognized type: bool");
      case INT32, INT64, UINT32 -> integer(type, value);
      case FLOAT64 ->
          value.isNumber() ? Optional.empty() : Optional.of("unrecognized type: float64");
      case BYTES ->
          value.isTextual()
              ? Optional.empty()
              : Optional.of("cannot restore slice from " + GoMap.kindOf(value));
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION, RAW, UNTYPED -> Optional.empty();
    };
  }

  private static Optional<String> integer(Type.Scalar type, JsonNode value) {
    if (!value.isNumber()) {
      return Optional.of("unrecognized type: " + type.goName());
    }
    boolean whole =
        value.isIntegralNumber() || value.doubleValue() == Math.rint(value.doubleValue());
    return whole ? Optional.empty() : Optional.of("cannot convert float64 to " + type.goName());
  }
}
