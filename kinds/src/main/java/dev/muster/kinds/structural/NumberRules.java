package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoNumbers;
import org.jspecify.annotations.Nullable;

/** What a number must be. */
record NumberRules(
    @Nullable Double multipleOf,
    @Nullable Double minimum,
    boolean aboveMinimum,
    @Nullable Double maximum,
    boolean belowMaximum) {

  static NumberRules of(JsonNode schema) {
    return new NumberRules(
        number(schema.get("multipleOf")),
        number(schema.get("minimum")),
        schema.path("exclusiveMinimum").asBoolean(),
        number(schema.get("maximum")),
        schema.path("exclusiveMaximum").asBoolean());
  }

  private static @Nullable Double number(@Nullable JsonNode node) {
    return node == null || node.isNull() ? null : Double.valueOf(node.asDouble());
  }

  void check(JsonNode value, ValuePlace at, Verdict verdict) {
    double number = value.doubleValue();
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

  private static boolean multiple(JsonNode value, double factor) {
    if (value.isIntegralNumber() && factor == Math.rint(factor) && factor >= 1) {
      return value.longValue() % (long) factor == 0;
    }
    double times = factor < 1 ? 1 / factor * value.doubleValue() : value.doubleValue() / factor;
    // as exact as the division allows
    return Math.abs(times - Math.rint(times)) < 1e-9 * Math.max(1, Math.abs(times));
  }

  private static void invalid(JsonNode value, ValuePlace at, String detail, Verdict verdict) {
    String shown =
        value.isIntegralNumber()
            ? Long.toString(value.longValue())
            : GoNumbers.text(value.doubleValue());
    verdict.add(ValueFault.invalid(at.toString(), shown, at + " in body " + detail));
  }
}
