package dev.muster.kinds.structural;

import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;

/**
 * What is wrong with a value, as schema validation finds it.
 *
 * @param place of the value; empty for what concerns no place
 * @param value as a message shows it
 */
record ValueFault(
    Kind kind, String place, String value, String detail, long limit, List<String> known) {
  enum Kind {
    REQUIRED,
    NOT_SUPPORTED,
    TOO_LONG,
    TOO_MANY,
    TYPE,
    INVALID,
    /** Of several schemas at once, which has no place of its own. */
    JUNCTION
  }

  static ValueFault invalid(String place, String value, String detail) {
    return new ValueFault(Kind.INVALID, place, value, detail, 0, List.of());
  }

  static ValueFault junction(String detail) {
    return new ValueFault(Kind.JUNCTION, "", "\"\"", detail, 0, List.of());
  }

  static ValueFault limit(Kind kind, String place, long actual, long limit) {
    return new ValueFault(kind, place, Long.toString(actual), "", limit, List.of());
  }

  /** Elements of what is checked alone stand behind a dot. */
  private static Path child(Path below, String name) {
    boolean element = name.startsWith("[") && below != Path.root();
    return element ? Path.of(below + "." + name) : below.child(name);
  }

  /** Tells it, for a value that stands below a path. */
  void tell(Path below, Errors errors) {
    String name = place.startsWith(".") ? place.substring(1) : place;
    Path at = name.isEmpty() || kind == Kind.JUNCTION ? below : child(below, name);
    switch (kind) {
      case REQUIRED -> errors.required(at, "");
      case NOT_SUPPORTED -> errors.unsupported(at, value, known);
      case TOO_LONG -> errors.tooLong(at, (int) limit);
      case TOO_MANY -> errors.tooMany(at, Integer.parseInt(value), (int) limit);
      case TYPE -> errors.typeInvalid(at, value, detail);
      case INVALID, JUNCTION -> errors.invalid(at, value, detail);
    }
  }
}
