package dev.muster.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A way through the code that a page tells step by step, in a block of the language {@code walk}:
 * each line is a method of a class, and what it does there. A line that is further to the right is
 * called by the class of the line above it that is further to the left; lines below each other are
 * called one after the other.
 *
 * @param heading of the section that it stands in
 */
record DocumentedWalk(String heading, List<Step> steps) {
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^## (?<heading>.+)$|^```walk\\n(?<lines>(?s:.+?))^```$");
  private static final Pattern LINE =
      Pattern.compile("(?<indent> *)(?<type>[A-Z]\\w*)\\.(?<method>[a-z]\\w*)(?: {2,}\\S.*)?");

  /**
   * One line.
   *
   * @param caller the step whose class calls this one; null where the walk begins
   * @param before the step that the caller takes before this one; null for its first
   */
  record Step(String type, String method, @Nullable Step caller, @Nullable Step before) {
    @Override
    public String toString() {
      return type + "." + method;
    }
  }

  private record Open(int indent, Step step) {}

  /** All walks of a page, in their order. */
  static List<DocumentedWalk> of(String page) {
    List<DocumentedWalk> walks = new ArrayList<>();
    String heading = "";
    for (Matcher found = BLOCK.matcher(page); found.find(); ) {
      @Nullable String lines = found.group("lines");
      if (lines == null) {
        heading = found.group("heading");
      } else {
        walks.add(new DocumentedWalk(heading, steps(lines)));
      }
    }
    return walks;
  }

  private static List<Step> steps(String lines) {
    List<Step> steps = new ArrayList<>();
    List<Open> open = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException("not a step of a walk: \"" + line + "\"");
      }
      int indent = parts.group("indent").length();
      @Nullable Step before = null;
      while (!open.isEmpty() && open.getLast().indent() >= indent) {
        Open done = open.removeLast();
        before = done.indent() == indent ? done.step() : null;
      }
      @Nullable Step caller = open.isEmpty() ? null : open.getLast().step();
      if (caller == null && !steps.isEmpty()) {
        throw new IllegalArgumentException("nobody calls the step \"" + line.strip() + "\"");
      }
      Step step = new Step(parts.group("type"), parts.group("method"), caller, before);
      steps.add(step);
      open.add(new Open(indent, step));
    }
    return steps;
  }
}
