package dev.muster.access.escalation;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;

/**
 * Looks for ways to somebody who may do anything, for one after the other: by little work each, and
 * bounded work in all. Who has no lever costs next to nothing. Not thread-safe.
 */
public final class EverythingSearch {
  private static final long WORK_EACH = 100_000;
  private static final long MOST_WORK = 20_000_000;

  /** What it takes to look at somebody at all. */
  private static final long LEAST_WORK = 100;

  private final Ground ground;
  private long left = MOST_WORK;

  /** For one policy, and what is known to be there beside it. */
  public EverythingSearch(RbacSnapshot policy, Inventory known) {
    this.ground = new Ground(policy, known);
  }

  /** The ways of one, up to the first who may do anything. */
  public EscalationPaths of(User user) {
    PathSearch search = new PathSearch(ground, user, WORK_EACH, true);
    EscalationPaths found = search.run();
    left -= LEAST_WORK + search.spent();
    return found;
  }

  /** Whether there is work left for another. */
  public boolean goesOn() {
    return left > 0;
  }
}
