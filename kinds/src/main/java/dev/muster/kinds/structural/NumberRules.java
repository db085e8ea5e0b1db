package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoNumbers;
import org.jspecify.annotations.Nullable;

/** What a number must be. */
record NumberRules(
    String type,
    String format,
    @Nullable Double multipleOf,
    @Nullable Double minimum,
    boolean aboveMinimum,
    @Nullable Double maximum,
    boolean belowMaximum) {

  static NumberRules of(JsonNode schema) {
    String type = schema.path("type").asText();
    String format = schema.path("format").asText();
    boolean bounded =
        type.equals("integer") && (format.equals("int32") || format.equals("int64"))
            || type.equals("number") && (format.equals("float") || format.equals("double"));
    return new NumberRules(
        type.equals("integer") || type.equals("number") ? type : "",
        bounded ? format : "",
        number(schema.get("multipleOf")),
        number(schema.get("minimum")),
        schema.path("exclusiveMinimum").asBoolean(),
        number(schema.get("maximum")),
        schema.path("exclusiveMaximum").asBoolean());
  }

  private static @Nullable Double number(@Nullable JsonNode node) {
    return node == null || node.isNull() ? null : Double.valueOf(node.asDouble());
  }

  void check(JsonNode value, Place at, Verdict verdict) {
    double number = value.doubleValue();
    inRange(number, value, "Checked", at, verdict);
    if (multipleOf != null && !multiple(value, multipleOf)) {
      invalid(value, at, "should be a multiple of " + GoNumbers.text(multipleOf), verdict);
    }
    if (minimum != null && (aboveMinimum ? number <= minimum : number < minimum)) {
      String than = aboveMinimum ? "greater than " : "greater than or equal to ";
      invalid(value, at, "should be " + than + GoNumbers.text(minimum), verdict);
    }
    if (maximum != null && (belowMaximum ? number >= maximum : number > maximum)) {
      String than = belowMaximum ? "less than " : "less than or equal to ";
      invalid(value, at, "should be " + than + GoNumbers.text(maximum), verdict);
    }
    verdict.pass();
  }

  private void inRange(double number, JsonNode value, String what, Place at, Verdict verdict) {
    boolean fits =
        switch (type) {
          case "integer" ->
              format.equals("int32")
                  ? Values.integral(value)
                      && number >= Integer.MIN_VALUE
                      && number <= Integer.MAX_VALUE
                  : Values.integral(value);
          case "number" -> !format.equals("float") || Math.abs(number) <= Float.MAX_VALUE;
          default -> true;
        };
    if (!fits) {
      String kind = type + (format.isEmpty() ? " (default format)" : " with format " + format);
      verdict.add(Fault.junction(what + " value must be of type " + kind + " in " + at));
    }
  }

  private static boolean multiple(JsonNode value, double factor) {
    if (value.isIntegralNumber() && factor == Math.rint(factor) && factor >= 1) {
      return value.longValue() % (long) factor == 0;
    }
    double times = factor < 1 ? 1 / factor * value.doubleValue() : value.doubleValue() / factor;
    // as exact as the division allows
    return Math.abs(times - Math.rint(times)) < 1e-9 * Math.max(1, Math.abs(times));
  }

  private static void invalid(JsonNode value, Place at, String detail, Verdict verdict) {
    String shown =
        value.isIntegralNumber()
            ? Long.toString(value.longValue())
            : GoNumbers.text(value.doubleValue());
    verdict.add(Fault.invalid(at.toString(), shown, at + " in body " + detail));
  }
}
