package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The difference of two trees for people to read: one line for each value that differs. */
public final class TreeDiff {
  private static final int MAX_LINES = 100;

  private TreeDiff() {}

  /** The lines, the first hundred of them, below how many there are. */
  public static String of(JsonNode before, JsonNode after) {
    List<String> lines = new ArrayList<>();
    compare("", before, after, lines);
    return "@@ "
        + lines.size()
        + " differ @@\n"
        + String.join("\n", lines.subList(0, Math.min(lines.size(), MAX_LINES)))
        + "\n";
  }

  private static void compare(String at, JsonNode before, JsonNode after, List<String> lines) {
    if (before.equals(after)) {
      return;
    }
    if (before.isObject() && after.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        compare(at + "." + name, before.path(name), after.path(name), lines);
      }
      return;
    }
    if (before.isArray() && after.isArray() && before.size() == after.size()) {
      for (int i = 0; i < before.size(); i++) {
        compare(at + "[" + i + "]", before.get(i), after.get(i), lines);
      }
      return;
    }
    if (!before.isMissingNode()) {
      lines.add("-" + at + ": " + before);
    }
    if (!after.isMissingNode()) {
      lines.add("+" + at + ": " + after);
    }
  }
}
