package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.InvalidValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Structs as messages show them: JSON with the field names of the server's own types. */
final class InternalNames {
  private InternalNames() {}

  /**
   * Writes a value whose structs have these fields and, inside the elements of their lists, what is
   * there.
   */
  static String of(JsonNode value, List<String> fields) {
    if (value.isMissingNode() || value.isNull()) {
      return "null";
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(v -> of(v, fields))
          .collect(Collectors.joining(",", "[", "]"));
    }
    if (!value.isObject()) {
      return InvalidValue.of(value);
    }
    List<String> names = fields.isEmpty() ? List.of("key", "operator", "values") : fields;
    return names.stream()
        .map(
            name ->
                GoText.quote(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1))
                    + ":"
                    + of(value.path(name), List.of()))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
