package dev.muster.authz.rbac;

import java.util.function.Consumer;

/** A subject bound in the cluster and a namespace, or in several namespaces. Immutable. */
record ManyScopes(ScopeGrants cluster, PersistentMap<String, ScopeGrants> byNamespace)
    implements SubjectGrants {

  static ManyScopes of(ScopeGrants sole) {
    PersistentMap<String, ScopeGrants> none = PersistentMap.empty();
    return sole.scope().isEmpty()
        ? new ManyScopes(sole, none)
        : new ManyScopes(ScopeGrants.NONE, none.with(sole.scope(), sole));
  }

  @Override
  public boolean isEmpty() {
    return cluster.isEmpty() && byNamespace.size() == 0;
  }

  @Override
  public ScopeGrants in(String namespace) {
    ScopeGrants grants = byNamespace.get(namespace);
    return grants == null ? ScopeGrants.NONE : grants;
  }

  @Override
  public void forEachNamespace(Consumer<String> visitor) {
    byNamespace.forEach((namespace, grants) -> visitor.accept(namespace));
  }

  @Override
  public SubjectGrants with(Posting posting) {
    String scope = posting.scope();
    return scope.isEmpty()
        ? new ManyScopes(cluster.plus(posting), byNamespace)
        : new ManyScopes(cluster, byNamespace.with(scope, in(scope).plus(posting)));
  }

  @Override
  public SubjectGrants without(Posting posting) {
    String scope = posting.scope();
    if (scope.isEmpty()) {
      return shrunk(cluster.minus(posting), byNamespace);
    }
    ScopeGrants left = in(scope).minus(posting);
    return shrunk(
        cluster, left.isEmpty() ? byNamespace.without(scope) : byNamespace.with(scope, left));
  }

  private static SubjectGrants shrunk(
      ScopeGrants cluster, PersistentMap<String, ScopeGrants> byNamespace) {
    if (byNamespace.size() == 0) {
      return cluster;
    }
    if (byNamespace.size() > 1 || !cluster.isEmpty()) {
      return new ManyScopes(cluster, byNamespace);
    }
    var sole = new ScopeGrants[1];
    byNamespace.forEach((namespace, grants) -> sole[0] = grants);
    return sole[0];
  }
}
