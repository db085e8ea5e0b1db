package dev.muster.cli.flags;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as Kubernetes' flags take them: {@code 1h30m}, {@code 1.5s}, {@code 0}. */
public final class GoDuration implements ITypeConverter<Duration> {
  private static final String ONE = "([0-9]++(?:\\.[0-9]++)?|\\.[0-9]++)(ns|us|µs|ms|s|m|h)";
  private static final Pattern WHOLE = Pattern.compile("0|(?:" + ONE + ")++");
  private static final Pattern PART = Pattern.compile(ONE);

  @Override
  public Duration convert(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a duration: write it as 300ms, 1.5h or 2h45m");
    }
    try {
      long sum = 0;
      for (Matcher part = PART.matcher(text); part.find(); ) {
        sum = Math.addExact(sum, nanos(part.group(1), unit(part.group(2))));
      }
      return Duration.ofNanos(sum);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new TypeConversionException("\"" + text + "\" is longer than 292 years");
    }
  }

  private static long nanos(String number, long unit) {
    return number.contains(".")
        ? new BigDecimal(number).multiply(BigDecimal.valueOf(unit)).toBigInteger().longValueExact()
        : Math.multiplyExact(Long.parseLong(number), unit);
  }

  /** In nanoseconds. */
  private static long unit(String name) {
    return switch (name) {
      case "h" -> 3_600_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "s" -> 1_000_000_000L;
      case "ms" -> 1_000_000L;
      case "us", "µs" -> 1_000L;
      default -> 1L;
    };
  }
}
