package dev.muster.apiserver.request;

import dev.muster.model.field.GoText;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with a text that is to be a span of time, in the words of Go's reader. */
final class GoDuration {
  private static final Pattern PART = Pattern.compile("([0-9]*)(\\.([0-9]*))?([^0-9.]*)");
  private static final Set<String> UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

  private GoDuration() {}

  static Optional<String> fault(String text) {
    String rest = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.empty();
    }
    if (rest.isEmpty()) {
      return fault("invalid", text);
    }
    Matcher part = PART.matcher(rest);
    for (int at = 0; at < rest.length(); at = part.end()) {
      part.region(at, rest.length());
      boolean number =
          part.lookingAt()
              && (!part.group(1).isEmpty() || part.group(3) != null && !part.group(3).isEmpty());
      if (!number) {
        return fault("invalid", text);
      }
      if (part.group(4).isEmpty()) {
        return part.end() < rest.length() ? fault("invalid", text) : fault("missing unit in", text);
      }
      if (!UNITS.contains(part.group(4))) {
        return fault("unknown unit " + GoText.quote(part.group(4)) + " in", text);
      }
    }
    return Optional.empty();
  }

  /**
   * The time that a text without fault stands for, to the precision of a double; never overflows.
   */
  static Duration value(String text) {
    double nanos = 0;
    Matcher part =
        PART.matcher(text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text);
    while (part.find() && !part.group().isEmpty()) {
      String number = part.group().substring(0, part.start(4) - part.start());
      nanos += Double.parseDouble(number) * nanos(part.group(4));
    }
    return Duration.ofNanos((long) (text.startsWith("-") ? -nanos : nanos));
  }

  private static double nanos(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs", "μs" -> 1e3;
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      case "h" -> 3600e9;
      default -> 0;
    };
  }

  private static Optional<String> fault(String what, String text) {
    return Optional.of("time: " + what + " duration " + GoText.quote(text));
  }
}
