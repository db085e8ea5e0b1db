package dev.muster.base.go;

import java.math.BigDecimal;

/** Numbers as Go prints them. */
public final class GoNumbers {
  private GoNumbers() {}

  /** As its verb {@code %v} does: the fewest digits that tell, an exponent only for extremes. */
  public static String text(double number) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exponent >= -4 && exponent < 21) {
      return exact.toPlainString();
    }
    String digits = exact.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return (number < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
  }
}
