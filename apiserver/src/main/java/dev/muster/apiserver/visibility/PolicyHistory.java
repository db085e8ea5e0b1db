package dev.muster.apiserver.visibility;

import dev.muster.authz.rbac.RbacSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * Roles and bindings as they were at revisions of the store that objects are in, too. Thread-safe.
 */
public interface PolicyHistory {

  /**
   * The policy at a revision that the store has reached; empty if that is no longer known. Who asks
   * for the newest one gets every role and binding whose write was acknowledged before.
   */
  Optional<RbacSnapshot> at(long revision);

  /**
   * The policies that came into force after a revision and up to another one, oldest first; empty
   * if they are no longer known.
   */
  Optional<List<RbacSnapshot>> between(long after, long upTo);

  /** Runs an action after every change, on another thread, until what is returned is closed. */
  Subscription onChange(Runnable action);

  /** Ends when it is closed. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
