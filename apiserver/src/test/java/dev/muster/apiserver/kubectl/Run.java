package dev.muster.apiserver.kubectl;

import java.util.List;

/** A command that has ended. */
record Run(String command, int exit, String out, String err) {
  /** What it printed, without the last line's end. It has to have succeeded. */
  String ok() {
    if (exit != 0) {
      throw new AssertionError(this);
    }
    return out.stripTrailing();
  }

  /** What it complained about. It has to have failed. */
  String refused() {
    if (exit == 0) {
      throw new AssertionError(this);
    }
    return err.stripTrailing();
  }

  /** The lines of a table, cells joined by "|", ages without their numbers. */
  List<String> rows() {
    return ok().lines().map(Run::row).toList();
  }

  static String row(String line) {
    return line.strip()
        .replaceAll(" {2,}", "|")
        .replaceAll("\\|\\d+[smh](\\d+[smh])?(?=\\||$)", "|<age>");
  }

  @Override
  public String toString() {
    return command + "\nexit " + exit + "\n" + out + err;
  }
}
