package dev.muster.cli.docs;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What differs from run to run is not compared: ages, times, ids, codes of links, and how wide a
 * table's columns are. A line of three dots stands for any lines.
 */
final class Expectation {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern AGE =
      Pattern.compile("(?<![\\w.-])(\\d+(\\.\\d+)?(ns|µs|ms|s|m|h|d))+(?![\\w-])");
  private static final Pattern CODE = Pattern.compile("#once=[A-Za-z0-9_-]+");

  private Expectation() {}

  static boolean holds(List<String> expected, List<String> actual) {
    if (expected.isEmpty()) {
      return actual.isEmpty();
    }
    if (expected.getFirst().strip().equals("...")) {
      List<String> rest = expected.subList(1, expected.size());
      for (int skipped = 0; skipped <= actual.size(); skipped++) {
        if (holds(rest, actual.subList(skipped, actual.size()))) {
          return true;
        }
      }
      return false;
    }
    return !actual.isEmpty()
        && lasting(expected.getFirst()).equals(lasting(actual.getFirst()))
        && holds(expected.subList(1, expected.size()), actual.subList(1, actual.size()));
  }

  private static String lasting(String line) {
    String text = TIME.matcher(line).replaceAll("<time>");
    text = UID.matcher(text).replaceAll("<uid>");
    text = CODE.matcher(text).replaceAll("#once=<code>");
    text = AGE.matcher(text).replaceAll("<age>");
    return text.replaceAll("\\s+", " ").strip();
  }
}
