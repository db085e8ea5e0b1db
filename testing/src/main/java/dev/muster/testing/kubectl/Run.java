package dev.muster.testing.kubectl;

import java.util.List;

/** A command that has ended. */
public record Run(String command, int exit, String out, String err) {
  /** What it printed, without the last line's end. It has to have succeeded. */
  public String ok() {
    if (exit != 0) {
      throw new AssertionError(this);
    }
    return out.stripTrailing();
  }

  /** What it complained about. It has to have failed. */
  public String refused() {
    if (exit == 0) {
      throw new AssertionError(this);
    }
    return err.stripTrailing();
  }

  /** The lines of a table, cells joined by "|", ages without their numbers. */
  public List<String> rows() {
    return ok().lines().map(Run::row).toList();
  }

  public static String row(String line) {
    return line.strip()
        .replaceAll(" {2,}", "|")
        .replaceAll("\\|\\d+[smh](\\d+[smh])?(?=\\||$)", "|<age>");
  }

  @Override
  public String toString() {
    return command + "\nexit " + exit + "\n" + out + err;
  }
}
