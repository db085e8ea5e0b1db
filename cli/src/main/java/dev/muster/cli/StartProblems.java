package dev.muster.cli;

import java.net.BindException;

/** One line for each way in which a start can fail. */
final class StartProblems {
  private StartProblems() {}

  static String sentence(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return "the address is in use: stop what listens there, or choose another with --secure-port";
      }
    }
    Throwable deepest = problem;
    while (deepest.getMessage() == null && deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
  }
}
