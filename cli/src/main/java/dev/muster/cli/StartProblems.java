package dev.muster.cli;

import java.net.BindException;

/** One line for each way in which a start can fail. */
final class StartProblems {
  private StartProblems() {}

  static String sentence(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return isTaken(cause)
            ? "the address is in use: stop what listens there, or choose another with --secure-port"
            : "it is not possible to listen there: " + cause.getMessage();
      }
    }
    Throwable deepest = problem;
    while (deepest.getMessage() == null && deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
  }

  private static boolean isTaken(Throwable bind) {
    return bind.getMessage() == null || bind.getMessage().contains("in use");
  }
}
