package dev.muster.base.go;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Spans of time as Go reads and prints them: {@code 1h30m}, {@code 1.5s}, {@code 0}. */
public final class GoDuration {
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000L);

  private record Unit(String name, long nanos) {}

  /** Those in which less than a second is printed. */
  private static final List<Unit> SMALL =
      List.of(new Unit("ns", 1), new Unit("µs", 1_000), new Unit("ms", 1_000_000));

  /** More digits say nothing about nanoseconds. */
  private static final int PRECISION = 20;

  private final String text;
  private int at;

  private GoDuration(String text) {
    this.text = text;
  }

  /** A span of more nanoseconds than a long has. */
  public static final class TooLongException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    TooLongException(String message) {
      super(message);
    }
  }

  /**
   * Reads a span of time.
   *
   * @throws TooLongException if it is longer than 292 years
   * @throws IllegalArgumentException with what Go's reader says, if it is none
   */
  public static Duration parse(String text) {
    GoDuration reader = new GoDuration(text);
    try {
      return Duration.ofNanos(reader.nanos());
    } catch (ArithmeticException e) {
      throw new TooLongException(reader.fault("invalid"));
    }
  }

  private long nanos() {
    boolean negative = text.startsWith("-");
    at = negative || text.startsWith("+") ? 1 : 0;
    if (text.substring(at).equals("0")) {
      return 0;
    }
    if (at == text.length()) {
      throw new IllegalArgumentException(fault("invalid"));
    }
    long sum = 0;
    while (at < text.length()) {
      sum = Math.addExact(sum, part());
    }
    return negative ? -sum : sum;
  }

  /** A number with its unit. */
  private long part() {
    String whole = digits();
    String fraction = "";
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      fraction = digits();
    }
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw new IllegalArgumentException(fault("invalid"));
    }
    int start = at;
    while (at < text.length() && text.charAt(at) != '.' && !digit(text.charAt(at))) {
      at++;
    }
    String unit = text.substring(start, at);
    if (unit.isEmpty()) {
      throw new IllegalArgumentException(fault("missing unit in"));
    }
    Long nanos = NANOS.get(unit);
    if (nanos == null) {
      throw new IllegalArgumentException(fault("unknown unit " + GoText.quote(unit) + " in"));
    }
    return Math.addExact(Math.multiplyExact(number(whole), nanos), below(fraction, nanos));
  }

  private String digits() {
    int start = at;
    while (at < text.length() && digit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long number(String digits) {
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      number = Math.addExact(Math.multiplyExact(number, 10L), digits.charAt(i) - '0');
    }
    return number;
  }

  /** What is less than a nanosecond is dropped. */
  private static long below(String fraction, long unit) {
    String precise = fraction.substring(0, Math.min(fraction.length(), PRECISION));
    return new BigDecimal("0." + precise + "0").multiply(BigDecimal.valueOf(unit)).longValue();
  }

  private String fault(String what) {
    return "time: " + what + " duration " + GoText.quote(text);
  }

  /** As Go prints it, to the nanosecond: {@code -1.5s}, {@code 10µs}, {@code 1h0m0s}. */
  public static String exact(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    BigDecimal left = BigDecimal.valueOf(nanos).abs();
    String sign = nanos < 0 ? "-" : "";
    for (Unit unit : SMALL) {
      if (left.compareTo(BigDecimal.valueOf(unit.nanos() * 1000)) < 0) {
        return sign + plain(left.divide(BigDecimal.valueOf(unit.nanos()))) + unit.name();
      }
    }
    BigDecimal seconds = left.divide(SECOND);
    long minutes = seconds.longValue() / 60;
    String out = plain(seconds.subtract(BigDecimal.valueOf(minutes * 60))) + "s";
    if (minutes == 0) {
      return sign + out;
    }
    String whole = minutes % 60 + "m" + out;
    return sign + (minutes < 60 ? whole : minutes / 60 + "h" + whole);
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  /** {@code 850ms}, {@code 1.25s}, {@code 2m40s}, {@code 1h0m0s}; to the millisecond. */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    if (millis < 1000) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    String out = seconds % 60 + thousandths(millis % 1000) + "s";
    if (seconds >= 60) {
      out = seconds / 60 % 60 + "m" + out;
    }
    return seconds >= 3600 ? seconds / 3600 + "h" + out : out;
  }

  private static String thousandths(long millis) {
    if (millis == 0) {
      return "";
    }
    String digits = String.format("%03d", millis);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return "." + digits.substring(0, end);
  }
}
