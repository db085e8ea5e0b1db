package dev.muster.model.podspec;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as the API writes them. */
public final class ApiTimes {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ApiTimes() {}

  /** To the second. */
  public static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** To the microsecond, all six digits. */
  public static String micros(Instant time) {
    return MICROS.format(time);
  }

  /** To the nanosecond, all nine digits, as log lines begin. */
  public static String nanos(Instant time) {
    return NANOS.format(time);
  }

  /** Nanoseconds since 1970, as CRI tells times. */
  public static Instant ofNanos(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }
}
