package dev.muster.cli.access;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What is said beside an answer, on standard error. */
final class Notes {
  private static final int MOST = 50;

  private final PrintWriter err;
  private final List<String> warnings = new ArrayList<>();

  Notes(PrintWriter err) {
    this.err = err;
  }

  void note(String note) {
    err.println("note: " + note);
    err.flush();
  }

  /**
   * Tells what looks wrong.
   *
   * @throws IllegalArgumentException with all of it, if that must not be
   */
  void warn(List<String> found, boolean strict) {
    if (strict && !found.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", cut(found)));
    }
    cut(found).forEach(warning -> err.println("warning: " + warning));
    err.flush();
    warnings.addAll(found);
  }

  private static List<String> cut(List<String> found) {
    if (found.size() <= MOST) {
      return found;
    }
    List<String> first = new ArrayList<>(found.subList(0, MOST));
    first.add("and " + (found.size() - MOST) + " more");
    return first;
  }

  /** All warnings so far. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
