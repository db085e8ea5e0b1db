package dev.muster.cli;

/**
 * Ends a process that has run out of memory: some thread lost its work in the middle, and nobody
 * can say what else is broken. What was acknowledged is on disk, so the next start has it.
 *
 * <p>{@code ./muster} has the virtual machine do the same, sooner, by {@code
 * -XX:+ExitOnOutOfMemoryError}; this is for those who start it without.
 */
final class OutOfMemory {
  /** As the virtual machine's own flag ends it. */
  static final int EXIT_CODE = 3;

  /** Made beforehand: there is no memory for it later. */
  private static final String MESSAGE =
      "muster: out of memory: the process ends, as it cannot go on safely. Nothing that was"
          + " acknowledged is lost; start it again, with more memory (MUSTER_JAVA_OPTS=-Xmx2g) or a"
          + " smaller --quota-backend-bytes.";

  private OutOfMemory() {}

  /** From now on, for as long as the process lives. */
  static void endsTheProcess() {
    Thread.UncaughtExceptionHandler others = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, problem) -> {
          if (problem instanceof OutOfMemoryError) {
            System.err.println(MESSAGE);
            Runtime.getRuntime().halt(EXIT_CODE);
          }
          if (others != null) {
            others.uncaughtException(thread, problem);
          } else {
            problem.printStackTrace();
          }
        });
  }
}
