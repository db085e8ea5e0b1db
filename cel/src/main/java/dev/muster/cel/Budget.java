package dev.muster.cel;

/** What evaluations may still cost together. Belongs to one thread. */
public final class Budget {
  /** For all expressions of a policy on one request. */
  public static final long POLICY = 10_000_000;

  /** For all conditions that decide whether a policy or webhook applies. */
  public static final long MATCH_CONDITIONS = 2_500_000;

  /** For all rules of a custom resource's schema on one object. */
  public static final long RULES = 10_000_000;

  private long left;

  public Budget(long amount) {
    this.left = amount;
  }

  /** False if there was not enough; nothing is left then. */
  boolean spend(long cost) {
    if (cost > left) {
      left = 0;
      return false;
    }
    left -= cost;
    return true;
  }
}
