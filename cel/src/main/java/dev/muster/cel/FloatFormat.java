package dev.muster.cel;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers with a fraction as {@code format} writes them, for readers of American English. */
final class FloatFormat {
  private static final int DIGITS = 6;
  private static final String SUPERSCRIPTS =
      "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

  private FloatFormat() {}

  /** {@code 12,345.68}. */
  static String fixed(double value, int precision) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return special(value);
    }
    String plain = rounded(value, precision);
    boolean negative = plain.startsWith("-");
    String bare = negative ? plain.substring(1) : plain;
    int point = bare.indexOf('.') < 0 ? bare.length() : bare.indexOf('.');
    StringBuilder out = new StringBuilder(bare);
    for (int i = point - 3; i > 0; i -= 3) {
      out.insert(i, ',');
    }
    return negative ? "-" + out : out.toString();
  }

  /**
   * {@code 1.234568 x 10^04}, with signs for that; the precision that is asked for is not heard.
   */
  static String scientific(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return special(value);
    }
    BigDecimal number =
        new BigDecimal(value).round(new MathContext(DIGITS + 1, RoundingMode.HALF_EVEN));
    int exponent = number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
    String mantissa =
        number.movePointLeft(exponent).setScale(DIGITS, RoundingMode.HALF_EVEN).toPlainString();
    StringBuilder out = new StringBuilder(mantissa).append("\u202f\u00d7\u202f10");
    if (exponent < 0) {
      out.append('\u207b');
    }
    String.format(Locale.ROOT, "%02d", Math.abs(exponent))
        .chars()
        .forEach(digit -> out.append(SUPERSCRIPTS.charAt(digit - '0')));
    return out.toString();
  }

  /** {@code 12345.678000}, as it stands in a list. */
  static String plain(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? "\"" + GoFloat.text(value) + "\""
        : rounded(value, DIGITS);
  }

  private static String rounded(double value, int precision) {
    return new BigDecimal(value).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String special(double value) {
    return Double.isNaN(value) ? "NaN" : value > 0 ? "\u221e" : "-\u221e";
  }
}
