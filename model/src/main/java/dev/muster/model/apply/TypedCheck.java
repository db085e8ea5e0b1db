package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether a configuration fits the types. Finds all that does not, in the words of the real server;
 * in a struct with an unknown field it looks no further. Not thread-safe: one instance, one
 * configuration.
 */
final class TypedCheck {
  /** The characters after which further faults are not told. */
  private static final int MOST_TEXT = 1 << 20;

  private final List<String> faults = new ArrayList<>();
  private int text;
  private final StringBuilder where = new StringBuilder();

  private final boolean repeating;

  private TypedCheck(boolean repeating) {
    this.repeating = repeating;
  }

  /** What is wrong, or nothing. */
  static Optional<String> faults(StructType type, JsonNode config) {
    return faults(type, config, new TypedCheck(false));
  }

  /** Whether an object fits; what stands twice in a list does not keep it from that. */
  static boolean fits(StructType type, JsonNode object) {
    return unfit(type, object).isEmpty();
  }

  /** Why an object does not fit, if it does not. */
  static Optional<String> unfit(StructType type, JsonNode object) {
    return faults(type, object, new TypedCheck(true));
  }

  private static Optional<String> faults(StructType type, JsonNode config, TypedCheck check) {
    check.struct(type, config);
    return switch (check.faults.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(check.faults.getFirst());
      default -> Optional.of("errors:\n  " + String.join("\n  ", check.faults));
    };
  }

  private void struct(StructType type, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    if (!value.isObject()) {
      fault("expected map, got " + GoValue.printed(value));
      return;
    }
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      Field field = type.field(e.getKey());
      Type other = type.others();
      int length = where.length();
      where.append('.').append(e.getKey());
      if (field != null) {
        field(field, e.getValue());
      } else if (other != null) {
        value(other, e.getValue());
      } else {
        fault("field not declared in schema");
      }
      where.setLength(length);
      if (field == null && other == null) {
        return;
      }
    }
  }

  private void field(Field field, JsonNode value) {
    if (field.type() instanceof Type.ListOf list
        && Shape.of(field) instanceof Shape.Listed listed
        && !value.isNull()) {
      elements(list, listed, value);
    } else {
      value(field.type(), value);
    }
  }

  private void value(Type type, JsonNode value) {
    switch (type) {
      case Type.Ref ref -> struct(ref.struct(), value);
      case Type.ListOf list -> list(list, value);
      case Type.MapOf map -> map(map, value);
      case Type.Scalar scalar -> scalar(scalar, value);
    }
  }

  private void list(Type.ListOf type, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    if (Shape.of(type) instanceof Shape.Listed listed) {
      elements(type, listed, value);
      return;
    }
    if (!value.isArray()) {
      fault("expected list, got " + GoValue.printed(value));
      return;
    }
    int length = where.length();
    for (int i = 0; i < value.size(); i++) {
      Deadline.check();
      where.append('[').append(i).append(']');
      value(type.element(), value.get(i));
      where.setLength(length);
    }
  }

  private void elements(Type.ListOf type, Shape.Listed shape, JsonNode value) {
    if (!value.isArray()) {
      fault("expected list, got " + GoValue.printed(value));
      return;
    }
    Set<PathElement> seen = new TreeSet<>();
    int length = where.length();
    for (int i = 0; i < value.size(); i++) {
      Deadline.check();
      JsonNode element = value.get(i);
      PathElement step = shape.step(element);
      if (step == null) {
        fault("element " + i + ": " + unstepped(shape, element));
        return;
      }
      if (!seen.add(step) && !repeating) {
        fault("duplicate entries for key " + step);
      }
      where.append(step);
      value(type.element(), element);
      where.setLength(length);
    }
  }

  /** Why there is no telling which element it is. */
  private static String unstepped(Shape.Listed shape, JsonNode element) {
    return switch (shape) {
      case Shape.SetOf set -> {
        if (element.isObject()) {
          yield "associative list without keys has an element that's a map type";
        }
        yield element.isArray()
            ? "not supported: associative list with lists as elements"
            : "associative list without keys has an element that's an explicit null";
      }
      case Shape.Keyed keyed -> {
        if (element.isNull()) {
          yield "associative list with keys may not have a null element";
        }
        if (!element.isObject()) {
          yield "associative list with keys may not have non-map elements";
        }
        yield "associative list with keys has an element that omits all key fields ["
            + keyed.keys().stream().map(GoText::quote).collect(Collectors.joining(" "))
            + "] (and doesn't have default values for any key fields)";
      }
    };
  }

  private void map(Type.MapOf type, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    if (!value.isObject()) {
      fault("expected map, got " + GoValue.printed(value));
      return;
    }
    int length = where.length();
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      where.append('.').append(e.getKey());
      value(type.value(), e.getValue());
      where.setLength(length);
    }
  }

  private void scalar(Type.Scalar type, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    switch (type.kind()) {
      case STRING, BYTES, DURATION -> {
        if (!value.isTextual()) {
          fault(
              "expected string, got &value.valueUnstructured{Value:"
                  + GoValue.literal(value)
                  + "}");
        }
      }
      case BOOL -> {
        if (!value.isBoolean()) {
          fault("expected boolean, got " + GoValue.printed(value));
        }
      }
      case INT32, INT64, UINT32, FLOAT64 -> {
        if (!value.isNumber()) {
          fault("expected numeric (int or float), got " + GoValue.type(value));
        }
      }
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME -> {
        if (value.isContainerNode()) {
          fault("expected any scalar, got " + GoValue.printed(value));
        }
      }
      case RAW, UNTYPED -> {}
    }
  }

  private void fault(String what) {
    if (text < MOST_TEXT) {
      String told = where.isEmpty() ? what : where + ": " + what;
      text += told.length();
      faults.add(told);
    }
  }
}
