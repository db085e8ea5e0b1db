package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Types as messages name them: {@code list(string)}. */
final class TypeNames {
  private TypeNames() {}

  static String of(CelType type) {
    String name = type.name().equals("null_type") ? "null_type" : type.name();
    return type.parameters().isEmpty()
        ? name
        : type.parameters().stream()
            .map(TypeNames::of)
            .collect(Collectors.joining(", ", name + "(", ")"));
  }

  /** The type of a value. */
  static String ofValue(Object value) {
    return switch (value) {
      case String text -> "string";
      case Long number -> "int";
      case UnsignedLong number -> "uint";
      case Double number -> "double";
      case Boolean truth -> "bool";
      case CelByteString bytes -> "bytes";
      case NullValue none -> "null_type";
      case Instant time -> "google.protobuf.Timestamp";
      case Duration time -> "google.protobuf.Duration";
      case List<?> list -> "list";
      case Map<?, ?> map -> "map";
      case Optional<?> optional -> "optional_type";
      case CelType type -> "type";
      case Object other -> other.getClass().getSimpleName();
    };
  }
}
