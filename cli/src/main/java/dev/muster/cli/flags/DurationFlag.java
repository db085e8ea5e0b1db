package dev.muster.cli.flags;

import dev.muster.base.go.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as Kubernetes' flags take them: {@code 1h30m}, {@code 1.5s}, {@code 0}. */
public final class DurationFlag implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      Duration duration = GoDuration.parse(text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (GoDuration.TooLongException e) {
      throw new TypeConversionException("\"" + text + "\" is longer than 292 years");
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new TypeConversionException(
        "\"" + text + "\" is not a duration: write it as 300ms, 1.5h or 2h45m");
  }
}
