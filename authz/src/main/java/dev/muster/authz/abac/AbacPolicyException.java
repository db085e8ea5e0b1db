package dev.muster.authz.abac;

import java.util.List;
import java.util.stream.Collectors;

/** A policy file that cannot be used. Names every bad line. */
public final class AbacPolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<BadLine> badLines;

  AbacPolicyException(String file, List<BadLine> badLines) {
    super(
        badLines.stream()
            .map(bad -> "error reading policy file " + file + ", " + bad)
            .collect(Collectors.joining("\n")));
    this.badLines = List.copyOf(badLines);
  }

  AbacPolicyException(String file, String reason) {
    super("error reading policy file " + file + ": " + reason);
    this.badLines = List.of();
  }

  /** Empty if the file as a whole could not be read. */
  public List<BadLine> badLines() {
    return badLines;
  }

  /** The number of a line, starting with 1, and what is wrong with it. */
  public record BadLine(int line, String reason) {
    @Override
    public String toString() {
      return "line " + line + ": " + reason;
    }
  }
}
