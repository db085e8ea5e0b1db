package dev.muster.cel;

import dev.cel.common.types.CelType;
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
}
