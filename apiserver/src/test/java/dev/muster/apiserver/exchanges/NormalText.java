package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces in a text what differs from one run to the next. */
final class NormalText {
  static final String SUFFIX = "[bcdfghjklmnpqrstvwxz2456789]{5}";

  private static final Pattern UUID =
      Pattern.compile(
          "\\b(?!0{8}-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
  private static final Pattern TIME =
      Pattern.compile("\\b(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?Z");
  private static final Pattern JWT = Pattern.compile("\\beyJ[\\w-]+\\.(eyJ[\\w-]+)\\.[\\w-]+");
  private static final Pattern FILLED = Pattern.compile("a{200,}");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<Rule> MESSAGES =
      List.of(
          new Rule(Pattern.compile("current: \\d+"), "current: <rv>"),
          new Rule(Pattern.compile("(resourceVersion\\W{1,9})\\d+"), "$1<rv>"),
          new Rule(Pattern.compile("in record \\(\\d+\\)"), "in record (<rv>)"),
          new Rule(
              Pattern.compile("too old resource version: (\\d+) \\(\\d+\\)"),
              "too old resource version: $1 (<rv>)"),
          new Rule(Pattern.compile("in scheme \"[^\"]*\""), "in scheme \"<scheme>\""),
          // a diff of the recorded server's own structs, which no other server can have
          new Rule(Pattern.compile("\\n@@ .*", Pattern.DOTALL), "\n<diff>"));

  private record Rule(Pattern pattern, String by) {}

  private final List<Rule> rules = new ArrayList<>();

  /**
   * For the answers in a namespace.
   *
   * @param prefix the request's {@code generateName}, with the namespace replaced; empty for none
   */
  NormalText(String namespace, String prefix) {
    rules.add(new Rule(Pattern.compile(Pattern.quote(namespace)), "{{ns}}"));
    if (!prefix.isEmpty()) {
      rules.add(
          new Rule(
              Pattern.compile("(?<![\\w-])" + Pattern.quote(prefix) + SUFFIX + "\\b"),
              Matcher.quoteReplacement(prefix) + "<suffix>"));
    }
    rules.addAll(MESSAGES);
  }

  String of(String text) {
    String normal = JWT.matcher(text).replaceAll(m -> literally("<jwt " + claims(m) + ">"));
    normal = UUID.matcher(normal).replaceAll("<uid>");
    normal = TIME.matcher(normal).replaceAll(m -> literally(time(m)));
    for (Rule rule : rules) {
      normal = rule.pattern.matcher(normal).replaceAll(rule.by);
    }
    return FILLED.matcher(normal).replaceAll(m -> "{{fill " + m.group().length() + "}}");
  }

  private static String literally(String replacement) {
    return Matcher.quoteReplacement(replacement);
  }

  /** Only times of this run are replaced; those which the request chose stay. */
  private static String time(MatchResult match) {
    try {
      Duration ahead = Duration.between(Instant.now(), Instant.parse(match.group(1) + "Z"));
      boolean ofThisRun =
          ahead.compareTo(Duration.ofDays(-1)) > 0 && ahead.compareTo(Duration.ofDays(400)) < 0;
      if (ofThisRun) {
        return match.group(2) == null ? "<time>" : "<microtime>";
      }
    } catch (DateTimeException notATime) {
      return match.group();
    }
    return match.group();
  }

  /** A token becomes the names of its claims. */
  private static String claims(MatchResult match) {
    try {
      return names(JSON.readTree(Base64.getUrlDecoder().decode(match.group(1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String names(JsonNode value) {
    if (!value.isObject()) {
      return "";
    }
    TreeSet<String> sorted = new TreeSet<>();
    value.fieldNames().forEachRemaining(sorted::add);
    List<String> parts = sorted.stream().map(name -> name + names(value.get(name))).toList();
    return "(" + String.join(" ", parts) + ")";
  }
}
