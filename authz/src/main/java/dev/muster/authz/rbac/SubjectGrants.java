package dev.muster.authz.rbac;

/**
 * Everything bound to one subject: cluster-wide, and per namespace. Immutable.
 *
 * <p>Most subjects are bound in one scope only. Theirs is that scope's {@link ScopeGrants} itself,
 * so that a check reads one object less.
 */
sealed interface SubjectGrants permits ScopeGrants, ManyScopes {
  SubjectGrants NONE = ScopeGrants.NONE;

  boolean isEmpty();

  ScopeGrants cluster();

  /**
   * @param namespace not empty
   */
  ScopeGrants in(String namespace);

  SubjectGrants with(Posting posting);

  SubjectGrants without(Posting posting);
}
