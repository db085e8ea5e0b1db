package dev.muster.apiserver.access;

/**
 * Roles and bindings, now and before. Thread-safe.
 *
 * <p>It knows whatever the store still has: a revision that nobody remembers is read again, which
 * is for questions. Lists and watches ask {@link dev.muster.apiserver.visibility.PolicyHistory},
 * which only remembers.
 */
public interface PolicyRevisions {

  /** With every write that was acknowledged before this was called. */
  PolicyAt latest();

  /**
   * As they were.
   *
   * @throws dev.muster.model.status.ApiException with a 410 if nobody knows any more, with a 400 if
   *     that is still to come
   */
  PolicyAt at(long revision);

  /** The revision of the store at the moment; costs next to nothing. */
  long revision();
}
