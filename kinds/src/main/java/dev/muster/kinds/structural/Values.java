package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;

/** Any JSON values. */
final class Values {
  private Values() {}

  /** Whether two values are the same, numbers by what they are worth. */
  static boolean same(JsonNode a, JsonNode b) {
    if (a.isNumber() && b.isNumber()) {
      return a.isIntegralNumber() && b.isIntegralNumber()
          ? a.longValue() == b.longValue()
          : a.doubleValue() == b.doubleValue();
    }
    return a.equals(b);
  }

  /** A whole number that a 64-bit integer can be, however it is written. */
  static boolean integral(JsonNode number) {
    if (number.isIntegralNumber()) {
      return number.canConvertToLong();
    }
    double value = number.doubleValue();
    return Math.rint(value) == value && Math.abs(value) <= 1L << 53;
  }

  /** The name of its type in a schema. */
  static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() && value.canConvertToLong() ? "integer" : "number";
      case NULL, MISSING, BINARY, POJO -> "null";
    };
  }
}
