package dev.muster.kinds.structural;

import java.util.regex.Pattern;

/** Durations in Go's form, or as a number with a unit that has a name. */
final class Durations {
  private static final Pattern GO =
      Pattern.compile("[-+]?(0|((\\d++\\.?\\d*+|\\.\\d++)(ns|us|µs|μs|ms|s|m|h))++)");
  private static final Pattern NAMED =
      Pattern.compile(
          "-?\\d+\\s*(ns|nanos?|nanoseconds?|us|micros?|microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?"
              + "|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)");

  private Durations() {}

  static boolean fits(String text) {
    return text.length() < 256 && (GO.matcher(text).matches() || NAMED.matcher(text).matches());
  }
}
