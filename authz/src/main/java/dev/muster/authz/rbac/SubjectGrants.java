package dev.muster.authz.rbac;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Everything bound to one subject: cluster-wide, and per namespace. Immutable.
 *
 * <p>Most subjects are bound in one scope only. Theirs is that scope's {@link ScopeGrants} itself,
 * so that a check reads one object less.
 */
sealed interface SubjectGrants permits ScopeGrants, ManyScopes {
  SubjectGrants NONE = ScopeGrants.NONE;

  /** What these bind, at least one. */
  static SubjectGrants of(List<Posting> postings) {
    Map<String, List<Posting>> byScope = new HashMap<>();
    for (Posting posting : postings) {
      byScope.computeIfAbsent(posting.scope(), scope -> new ArrayList<>()).add(posting);
    }
    if (byScope.size() == 1) {
      return ScopeGrants.of(postings);
    }
    List<Posting> global = byScope.remove("");
    PersistentMap<String, ScopeGrants> byNamespace = PersistentMap.empty();
    for (Map.Entry<String, List<Posting>> each : byScope.entrySet()) {
      byNamespace = byNamespace.with(each.getKey(), ScopeGrants.of(each.getValue()));
    }
    return new ManyScopes(global == null ? ScopeGrants.NONE : ScopeGrants.of(global), byNamespace);
  }

  boolean isEmpty();

  ScopeGrants cluster();

  /**
   * @param namespace not empty
   */
  ScopeGrants in(String namespace);

  /** Each namespace in which something is bound. */
  void forEachNamespace(Consumer<String> visitor);

  SubjectGrants with(Posting posting);

  SubjectGrants without(Posting posting);
}
