package dev.muster.authz.rbac;

import org.jspecify.annotations.Nullable;

/** Everything bound to one subject: cluster-wide, and per namespace. Immutable. */
final class SubjectGrants {
  static final SubjectGrants NONE = new SubjectGrants(ScopeGrants.NONE, PersistentMap.empty());

  private final ScopeGrants cluster;
  private final PersistentMap<String, ScopeGrants> byNamespace;
  // The only namespace, close at hand; null if there are none or several.
  private final @Nullable String soleNamespace;
  private final ScopeGrants soleGrants;

  private SubjectGrants(ScopeGrants cluster, PersistentMap<String, ScopeGrants> byNamespace) {
    this(cluster, byNamespace, null, ScopeGrants.NONE);
  }

  private SubjectGrants(
      ScopeGrants cluster,
      PersistentMap<String, ScopeGrants> byNamespace,
      @Nullable String soleNamespace,
      ScopeGrants soleGrants) {
    this.cluster = cluster;
    this.byNamespace = byNamespace;
    this.soleNamespace = soleNamespace;
    this.soleGrants = soleGrants;
  }

  boolean isEmpty() {
    return cluster.isEmpty() && byNamespace.size() == 0;
  }

  ScopeGrants cluster() {
    return cluster;
  }

  ScopeGrants in(String namespace) {
    if (soleNamespace != null) {
      return soleNamespace.equals(namespace) ? soleGrants : ScopeGrants.NONE;
    }
    ScopeGrants grants = byNamespace.get(namespace);
    return grants == null ? ScopeGrants.NONE : grants;
  }

  SubjectGrants with(Posting posting) {
    String namespace = posting.scope();
    return namespace.isEmpty()
        ? new SubjectGrants(cluster.with(posting), byNamespace, soleNamespace, soleGrants)
        : in(cluster, byNamespace.with(namespace, in(namespace).with(posting)));
  }

  SubjectGrants without(Posting posting) {
    String namespace = posting.scope();
    if (namespace.isEmpty()) {
      return new SubjectGrants(cluster.without(posting), byNamespace, soleNamespace, soleGrants);
    }
    ScopeGrants left = in(namespace).without(posting);
    return in(
        cluster,
        left.isEmpty() ? byNamespace.without(namespace) : byNamespace.with(namespace, left));
  }

  private static SubjectGrants in(
      ScopeGrants cluster, PersistentMap<String, ScopeGrants> byNamespace) {
    if (byNamespace.size() != 1) {
      return new SubjectGrants(cluster, byNamespace);
    }
    var sole = new SubjectGrants[1];
    byNamespace.forEach(
        (namespace, grants) ->
            sole[0] = new SubjectGrants(cluster, byNamespace, namespace, grants));
    return sole[0];
  }
}
