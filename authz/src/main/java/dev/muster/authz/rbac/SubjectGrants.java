package dev.muster.authz.rbac;

/** Everything bound to one subject: cluster-wide, and per namespace. Immutable. */
record SubjectGrants(ScopeGrants cluster, PersistentMap<String, ScopeGrants> byNamespace) {
  static final SubjectGrants NONE = new SubjectGrants(ScopeGrants.NONE, PersistentMap.empty());

  boolean isEmpty() {
    return cluster.isEmpty() && byNamespace.size() == 0;
  }

  ScopeGrants in(String namespace) {
    ScopeGrants grants = byNamespace.get(namespace);
    return grants == null ? ScopeGrants.NONE : grants;
  }

  SubjectGrants with(Posting posting) {
    String namespace = posting.binding().namespace();
    return namespace.isEmpty()
        ? new SubjectGrants(cluster.with(posting), byNamespace)
        : new SubjectGrants(cluster, byNamespace.with(namespace, in(namespace).with(posting)));
  }

  SubjectGrants without(Posting posting) {
    String namespace = posting.binding().namespace();
    if (namespace.isEmpty()) {
      return new SubjectGrants(cluster.without(posting), byNamespace);
    }
    ScopeGrants left = in(namespace).without(posting);
    return new SubjectGrants(
        cluster,
        left.isEmpty() ? byNamespace.without(namespace) : byNamespace.with(namespace, left));
  }
}
