package dev.muster.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount with a unit: {@code 500m}, {@code 1.5Gi}, {@code 2e3}. Kept to a billionth, rounded
 * away from zero beyond.
 */
public final class Quantity implements Comparable<Quantity> {
  /** What is said of a text that does not look like a quantity. */
  public static final String BAD_FORMAT =
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  private static final String BAD_NUMBER = "unable to parse numeric part of quantity";
  private static final String BAD_SUFFIX = "unable to parse quantity's suffix";

  private static final Pattern SHAPE =
      Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?([^0-9.+-].*)?");
  private static final Pattern SUFFIX = Pattern.compile("[eEinumkKMGTP]*[-+]?[0-9]*");
  private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?[0-9]+");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final int NANO = 9;
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

  /** More decimal exponent than this cannot be meant, and would cost memory to write out. */
  private static final int MAX_EXPONENT = 1000;

  private enum Format {
    DECIMAL_SI,
    BINARY_SI,
    DECIMAL_EXPONENT
  }

  private final BigDecimal value;
  private final Format format;

  /** The text to write, or empty for the canonical form. */
  private final String text;

  private Quantity(BigDecimal value, Format format, String text) {
    this.value = value;
    this.format = format;
    this.text = text;
  }

  /** A whole number of units. */
  public static Quantity of(long value) {
    return new Quantity(BigDecimal.valueOf(value), Format.DECIMAL_SI, "");
  }

  /** A number of bytes, written with the units of powers of two. */
  public static Quantity bytes(long value) {
    return new Quantity(BigDecimal.valueOf(value), Format.BINARY_SI, "");
  }

  /** Reads a quantity; throws {@link IllegalArgumentException} with the real server's words. */
  public static Quantity parse(String input) {
    String given = input.strip();
    Matcher m = SHAPE.matcher(given);
    if (given.isEmpty() || given.length() > 4096 || !m.matches()) {
      throw new IllegalArgumentException(BAD_FORMAT);
    }
    String whole = m.group(2);
    String fraction = m.group(3) == null ? "" : m.group(3);
    String suffix = m.group(4) == null ? "" : m.group(4);
    if (!SUFFIX.matcher(suffix).matches()) {
      throw new IllegalArgumentException(BAD_FORMAT);
    }
    Unit unit = unit(suffix);
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw new IllegalArgumentException(suffix.isEmpty() ? BAD_FORMAT : BAD_NUMBER);
    }
    BigDecimal digits =
        new BigDecimal(
            (whole.isEmpty() ? "0" : whole) + "." + (fraction.isEmpty() ? "0" : fraction));
    if (m.group(1).equals("-")) {
      digits = digits.negate();
    }
    BigDecimal value = digits.multiply(unit.factor());
    BigDecimal rounded =
        value.setScale(Math.min(NANO, Math.max(value.scale(), 0)), RoundingMode.UP);
    int significant = whole.replaceFirst("^0+", "").length() + fraction.length();
    boolean verbatim =
        keepsText(unit, significant, fraction.length()) && rounded.compareTo(value) == 0;
    return new Quantity(rounded.stripTrailingZeros(), unit.format(), verbatim ? given : "");
  }

  /** Small quantities are echoed as they were written; the rest is put into canonical form. */
  private static boolean keepsText(Unit unit, int digits, int fractionDigits) {
    return switch (unit.format()) {
      case BINARY_SI -> fractionDigits == 0 && digits <= 15;
      case DECIMAL_SI, DECIMAL_EXPONENT ->
          digits <= 18 && unit.exponent() - fractionDigits >= -NANO;
    };
  }

  private record Unit(Format format, BigDecimal factor, int exponent) {}

  private static Unit unit(String suffix) {
    int decimal = DECIMAL.indexOf(suffix);
    if (decimal >= 0) {
      int exponent = (decimal - 3) * 3;
      return new Unit(Format.DECIMAL_SI, BigDecimal.ONE.scaleByPowerOfTen(exponent), exponent);
    }
    int binary = BINARY.indexOf(suffix);
    if (binary > 0) {
      return new Unit(Format.BINARY_SI, KIBI.pow(binary), binary * 10);
    }
    if (EXPONENT.matcher(suffix).matches() && suffix.length() < 8) {
      int exponent = Integer.parseInt(suffix.substring(1));
      if (Math.abs(exponent) <= MAX_EXPONENT) {
        return new Unit(
            Format.DECIMAL_EXPONENT, BigDecimal.ONE.scaleByPowerOfTen(exponent), exponent);
      }
    }
    throw new IllegalArgumentException(BAD_SUFFIX);
  }

  /** This amount, rounded up to thousandths and in canonical form, as resource lists are stored. */
  public Quantity roundedToMilli() {
    return new Quantity(
        value.setScale(Math.min(3, Math.max(value.scale(), 0)), RoundingMode.UP), format, "");
  }

  /** The amount in units. */
  public BigDecimal value() {
    return value;
  }

  /** -1, 0 or 1, as it is below, at or above zero. */
  public int signum() {
    return value.signum();
  }

  /** The sum, in this one's unit unless it is zero. */
  public Quantity plus(Quantity other) {
    return new Quantity(value.add(other.value), formatWith(other), "");
  }

  /** The difference, in this one's unit unless it is zero. */
  public Quantity minus(Quantity other) {
    return new Quantity(value.subtract(other.value), formatWith(other), "");
  }

  /** Nothing takes the form of what is added to it. */
  private Format formatWith(Quantity other) {
    return value.signum() == 0 ? other.format : format;
  }

  /** True for a whole number of units. */
  public boolean isWhole() {
    return value.stripTrailingZeros().scale() <= 0;
  }

  @Override
  public int compareTo(Quantity other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity q && value.compareTo(q.value) == 0;
  }

  @Override
  public int hashCode() {
    return value.stripTrailingZeros().hashCode();
  }

  @Override
  public String toString() {
    return text.isEmpty() ? canonical() : text;
  }

  private String canonical() {
    if (value.signum() == 0) {
      return "0";
    }
    return switch (format) {
      case BINARY_SI -> value.abs().compareTo(KIBI) < 0 ? decimal(true) : binary();
      case DECIMAL_SI -> decimal(true);
      case DECIMAL_EXPONENT -> decimal(false);
    };
  }

  private String binary() {
    BigInteger rest = value.setScale(0, RoundingMode.UP).toBigInteger();
    int unit = 0;
    while (unit < BINARY.size() - 1 && rest.testBit(0) == false && rest.getLowestSetBit() >= 10) {
      rest = rest.shiftRight(10);
      unit++;
    }
    return rest + BINARY.get(unit);
  }

  private String decimal(boolean suffixes) {
    BigDecimal bare = value.stripTrailingZeros();
    int exponent = Math.floorDiv(-bare.scale(), 3) * 3;
    if (suffixes) {
      exponent = Math.min(exponent, 18);
    }
    exponent = Math.max(exponent, -NANO);
    BigInteger mantissa =
        bare.scaleByPowerOfTen(-exponent).setScale(0, RoundingMode.UP).toBigInteger();
    String unit = suffixes ? DECIMAL.get(exponent / 3 + 3) : exponent == 0 ? "" : "e" + exponent;
    return mantissa + unit;
  }
}
