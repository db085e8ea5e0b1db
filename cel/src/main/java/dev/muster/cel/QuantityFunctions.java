package dev.muster.cel;

import dev.muster.model.quantity.Quantity;
import java.math.BigDecimal;

/** {@code quantity('1.5Gi')} and its arithmetic. */
final class QuantityFunctions {
  static final Typed<Quantity> QUANTITY = Typed.opaque("kubernetes.Quantity", Quantity.class);

  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);

  private QuantityFunctions() {}

  static void addTo(Functions f) {
    f.function("quantity", "string_to_quantity", QUANTITY, Typed.TEXT, QuantityFunctions::parse);
    f.function("isQuantity", "is_quantity_string", Typed.BOOL, Typed.TEXT, QuantityFunctions::is);
    f.function("sign", "quantity_sign", Typed.INT, QUANTITY, q -> (long) q.signum());
    f.method(
        "isGreaterThan",
        "quantity_is_greater_than",
        Typed.BOOL,
        QUANTITY,
        QUANTITY,
        (a, b) -> a.compareTo(b) > 0);
    f.method(
        "isLessThan",
        "quantity_is_less_than",
        Typed.BOOL,
        QUANTITY,
        QUANTITY,
        (a, b) -> a.compareTo(b) < 0);
    f.method(
        "compareTo",
        "quantity_compare_to",
        Typed.INT,
        QUANTITY,
        QUANTITY,
        (a, b) -> (long) a.compareTo(b));
    f.method(
        "asApproximateFloat",
        "quantity_get_float",
        Typed.DOUBLE,
        QUANTITY,
        q -> q.value().doubleValue());
    f.method("isInteger", "quantity_is_integer", Typed.BOOL, QUANTITY, QuantityFunctions::fits);
    f.method("asInteger", "quantity_get_int", Typed.INT, QUANTITY, QuantityFunctions::whole);
    f.method("add", "quantity_add", QUANTITY, QUANTITY, QUANTITY, Quantity::plus);
    f.method(
        "add", "quantity_add_int", QUANTITY, QUANTITY, Typed.INT, (q, n) -> q.plus(Quantity.of(n)));
    f.method("sub", "quantity_sub", QUANTITY, QUANTITY, QUANTITY, Quantity::minus);
    f.method(
        "sub",
        "quantity_sub_int",
        QUANTITY,
        QUANTITY,
        Typed.INT,
        (q, n) -> q.minus(Quantity.of(n)));
  }

  private static Quantity parse(String text) {
    try {
      return Quantity.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FunctionFault(String.valueOf(e.getMessage()));
    }
  }

  private static Object is(String text) {
    try {
      Quantity.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean fits(Quantity q) {
    return q.isWhole() && q.value().compareTo(MAX) <= 0 && q.value().compareTo(MIN) >= 0;
  }

  private static Object whole(Quantity q) {
    if (!fits(q)) {
      throw new FunctionFault("cannot convert value to integer");
    }
    return q.value().longValueExact();
  }
}
