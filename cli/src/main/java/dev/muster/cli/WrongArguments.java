package dev.muster.cli;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said about arguments that are wrong. */
final class WrongArguments {
  private static final int NEAR = 2;
  private static final int LONGEST = 64;

  private WrongArguments() {}

  /** The help first: what is wrong stays in sight below it, with the word that comes near. */
  static int explain(ParameterException problem, String... args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    command.usage(err);
    err.println();
    err.println("muster: " + problem.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
      unknown(problem)
          .flatMap(flag -> nearest(flag, command))
          .ifPresent(flag -> err.println("Did you mean: " + flag + "?"));
    }
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static Optional<String> unknown(ParameterException problem) {
    return problem instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()
        ? unmatched.getUnmatched().stream().findFirst().map(WrongArguments::name)
        : Optional.empty();
  }

  /** Without the value that follows an equals sign. */
  private static String name(String argument) {
    int end = argument.indexOf('=');
    return end < 0 ? argument : argument.substring(0, end);
  }

  private static Optional<String> nearest(String flag, CommandLine command) {
    if (flag.length() > LONGEST) {
      return Optional.empty();
    }
    return command.getCommandSpec().optionsMap().keySet().stream()
        .filter(each -> each.startsWith("--") && distance(flag, each) <= NEAR)
        .min(
            Comparator.<String>comparingInt(each -> distance(flag, each))
                .thenComparing(each -> each));
  }

  /** How many letters are missing, too many, wrong or swapped with their neighbour. */
  static int distance(String one, String other) {
    int[][] edits = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : edits(edits, one, other, i, j);
      }
    }
    return edits[one.length()][other.length()];
  }

  private static int edits(int[][] known, String one, String other, int i, int j) {
    char last = one.charAt(i - 1);
    char otherLast = other.charAt(j - 1);
    int least = Math.min(known[i - 1][j], known[i][j - 1]) + 1;
    least = Math.min(least, known[i - 1][j - 1] + (last == otherLast ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && last == other.charAt(j - 2) && otherLast == one.charAt(i - 2);
    return swapped ? Math.min(least, known[i - 2][j - 2] + 1) : least;
  }
}
