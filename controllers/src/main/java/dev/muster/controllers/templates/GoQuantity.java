package dev.muster.controllers.templates;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A quantity as Go's struct prints it, unexported fields and remembered text included. */
final class GoQuantity {
  private static final Pattern PARTS =
      Pattern.compile("([+-]?)0*+(\\d*+)(?:\\.(\\d*+))?([eE][+-]?\\d{1,9}|[numkMGTPE]|[KMGTPE]i)?");
  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final String BINARY = "KMGTPE";
  private static final int MOST_DIGITS = 18;
  private static final int NANO = -9;

  /** Numbers beyond it are nobody's; written out, they would fill the memory. */
  private static final int LARGEST_EXPONENT = 100;

  private GoQuantity() {}

  static String dump(String canonical) {
    Matcher parts = PARTS.matcher(canonical);
    if (canonical.equals("0") || canonical.isEmpty() || !parts.matches()) {
      return text(0, 0, canonical, "DecimalSI");
    }
    boolean negative = parts.group(1).equals("-");
    String whole = parts.group(2).isEmpty() ? "0" : parts.group(2);
    String fraction = parts.group(3) == null ? "" : parts.group(3);
    String suffix = parts.group(4) == null ? "" : parts.group(4);
    return suffix.endsWith("i")
        ? binary(canonical, negative, whole, fraction, 10 * (BINARY.indexOf(suffix.charAt(0)) + 1))
        : decimal(canonical, negative, whole, fraction, suffix);
  }

  private static String decimal(
      String canonical, boolean negative, String whole, String fraction, String suffix) {
    Integer known = DECIMAL.get(suffix);
    int exponent = known == null ? Integer.parseInt(suffix.substring(1).replace("+", "")) : known;
    String format = known == null ? "DecimalExponent" : "DecimalSI";
    String digits = whole + fraction;
    int scale = exponent - fraction.length();
    if (digits.length() > MOST_DIGITS || scale < NANO) {
      int bounded = Math.clamp(scale, -LARGEST_EXPONENT, LARGEST_EXPONENT);
      BigDecimal value = new BigDecimal(new BigInteger(digits), -bounded);
      return large(negative ? value.negate() : value, format);
    }
    long value = Long.parseLong(digits);
    boolean remembered = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
    return text(negative ? -value : value, scale, remembered ? canonical : "", format);
  }

  private static String binary(
      String canonical, boolean negative, String whole, String fraction, int exponent) {
    BigDecimal factor = new BigDecimal(BigInteger.TWO.pow(exponent));
    BigDecimal value = new BigDecimal(whole + "." + fraction + "0").multiply(factor);
    int precision = 15 - whole.length() - (int) (exponent * 3f / 10) - 1;
    if (!fraction.isEmpty() || precision < 0 || value.precision() > MOST_DIGITS) {
      return large(negative ? value.negate() : value, "BinarySI");
    }
    long number = Long.parseLong(whole);
    long result = number << exponent;
    return text(negative ? -result : result, 0, (number & 7) != 0 ? canonical : "", "BinarySI");
  }

  private static String text(long value, int scale, String remembered, String format) {
    return "{i:(resource.int64Amount){value:(int64)%d scale:(resource.Scale)%d} %s} %s"
        .formatted(
            value,
            scale,
            "d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>",
            "s:(string)" + remembered + " Format:(resource.Format)" + format + "}");
  }

  /** What does not fit into 64 bits has a decimal number of its own. */
  private static String large(BigDecimal value, String format) {
    BigDecimal rounded = value.setScale(9, RoundingMode.UP);
    StringBuilder words = new StringBuilder();
    for (BigInteger left = rounded.unscaledValue().abs(); left.signum() > 0; ) {
      words.append(words.isEmpty() ? "" : " ").append(Long.toUnsignedString(left.longValue()));
      left = left.shiftRight(64);
    }
    return "{i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0} "
        + "d:(resource.infDecAmount){Dec:(*inf.Dec){unscaled:(big.Int){neg:(bool)"
        + (rounded.signum() < 0)
        + " abs:(big.nat)["
        + words
        + "]} scale:(inf.Scale)9}} s:(string) Format:(resource.Format)"
        + format
        + "}";
  }
}
