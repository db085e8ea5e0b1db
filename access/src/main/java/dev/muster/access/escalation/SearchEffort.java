package dev.muster.access.escalation;

/**
 * The work that a search may cause: in all, and at one step, so that one kind of steps does not use
 * up what the others need. Not thread-safe: one instance, one search.
 */
final class SearchEffort {
  private static final int STEPS = 10;

  private final long most;
  private long left;
  private long leftAtOnce;

  /** The search has become too long. */
  static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpentException() {
      super("too many steps", null, false, false);
    }
  }

  /** One kind of steps has become too long, from one fact. */
  static final class StepSpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StepSpentException() {
      super("too many steps at once", null, false, false);
    }
  }

  SearchEffort(long most) {
    this.most = most;
    this.left = most;
    this.leftAtOnce = most;
  }

  /** The next kind of steps. */
  void begin() {
    leftAtOnce = most / STEPS;
  }

  /** What was spent so far. */
  long spent() {
    return most - left;
  }

  void spend(long things) {
    left -= things;
    leftAtOnce -= things;
    if (left < 0) {
      throw new SpentException();
    }
    if (leftAtOnce < 0) {
      throw new StepSpentException();
    }
  }
}
