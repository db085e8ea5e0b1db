package dev.muster.cel;

import java.math.BigDecimal;

/** Numbers with a fraction as Go prints them: {@code 1}, {@code 0.5}, {@code 1e+06}. */
final class GoFloat {
  private static final int LARGE = 6;
  private static final int SMALL = -5;

  private GoFloat() {}

  static String text(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent > SMALL && exponent < LARGE) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }
}
