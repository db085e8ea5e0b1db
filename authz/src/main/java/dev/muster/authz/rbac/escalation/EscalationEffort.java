package dev.muster.authz.rbac.escalation;

/**
 * The work that one comparison may cause, in words of sets. What roles usually say needs a few
 * thousand; who holds thousands of rules and asks for millions of combinations of them finds an
 * end. Not thread-safe: one instance, one comparison.
 */
final class EscalationEffort {
  /** Letters of a text that are looked at in the time of one word. */
  static final int LETTERS = 8;

  private static final long MOST_WORDS = 10_000_000;

  private long left = MOST_WORDS;

  /** The comparison has become too long. */
  static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpentException() {
      super("too many combinations", null, false, false);
    }
  }

  void spend(long words) {
    left -= words;
    if (left < 0) {
      throw new SpentException();
    }
  }
}
