package dev.muster.apiserver.resourcemetrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Numbers in Prometheus' text format. Lines that are none are left out. */
final class PrometheusText {
  private static final int LONGEST_LINE = 4096;

  /** A number, as it was at a time, if it says when. */
  record Sample(String name, Map<String, String> labels, double value, OptionalLong millis) {}

  private final String line;
  private int at;

  private PrometheusText(String line) {
    this.line = line;
  }

  static void read(String page, Consumer<Sample> to) {
    page.lines()
        .filter(line -> !line.startsWith("#") && line.length() <= LONGEST_LINE)
        .forEach(line -> new PrometheusText(line).sample().ifPresent(to));
  }

  private Optional<Sample> sample() {
    int end = 0;
    while (end < line.length() && line.charAt(end) != '{' && line.charAt(end) != ' ') {
      end++;
    }
    String name = line.substring(0, end);
    at = end;
    Map<String, String> labels = new HashMap<>();
    if (name.isEmpty() || at < line.length() && line.charAt(at) == '{' && !labels(labels)) {
      return Optional.empty();
    }
    String[] words = line.substring(at).strip().split(" +", 3);
    try {
      double value = Double.parseDouble(words[0]);
      OptionalLong millis =
          words.length > 1 ? OptionalLong.of(Long.parseLong(words[1])) : OptionalLong.empty();
      return Double.isFinite(value)
          ? Optional.of(new Sample(name, labels, value, millis))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Reads {@code {a="x",b="y"}}; false if that is not what is there. */
  private boolean labels(Map<String, String> into) {
    at++;
    while (at < line.length() && line.charAt(at) != '}') {
      int equals = line.indexOf("=\"", at);
      if (equals < 0) {
        return false;
      }
      String label = line.substring(at, equals).strip();
      at = equals + 2;
      Optional<String> value = quoted();
      if (value.isEmpty()) {
        return false;
      }
      into.put(label, value.get());
      if (at < line.length() && line.charAt(at) == ',') {
        at++;
      }
    }
    at++;
    return at <= line.length();
  }

  private Optional<String> quoted() {
    StringBuilder text = new StringBuilder();
    for (; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        at++;
        return Optional.of(text.toString());
      }
      if (c == '\\' && at + 1 < line.length()) {
        at++;
        char escaped = line.charAt(at);
        text.append(escaped == 'n' ? '\n' : escaped);
      } else {
        text.append(c);
      }
    }
    return Optional.empty();
  }
}
