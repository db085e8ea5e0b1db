package dev.muster.apiserver.request;

import dev.muster.api.field.GoText;
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

  private static Optional<String> fault(String what, String text) {
    return Optional.of("time: " + what + " duration " + GoText.quote(text));
  }
}
