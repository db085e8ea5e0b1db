package dev.muster.authz.rbac;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together which objects of one resource a list or a watch shows: those of the namespaces in
 * which a rule allows that verb on all objects, and those that a rule allows by name, with that
 * verb or with get.
 *
 * <p>INVARIANT: get on objects that are not named shows none of them. Who may only get has to know
 * a name, and a list would tell all.
 */
final class Sight {
  /** A rule that has this among its names is one for collections as well, odd as that is. */
  private static final String UNNAMED = "";

  private final String verb;
  private final String group;
  private final String resource;
  private boolean all;
  private boolean tooMany;
  private final Set<String> namespaces = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Set<String>> namesIn = new HashMap<>();
  private int named;

  Sight(String verb, String group, String resource) {
    this.verb = verb;
    this.group = group;
    this.resource = resource;
  }

  /** With a role that is bound in a namespace, or in the cluster if that is empty. */
  void add(String scope, RbacObject.AnyRole role) {
    for (PolicyRule rule : role.rules()) {
      if (isAbout(rule)) {
        boolean whole = rule.resourceNames().isEmpty() || rule.resourceNames().contains(UNNAMED);
        if (whole && has(rule.verbs(), verb)) {
          addAll(scope);
        } else if (has(rule.verbs(), verb) || has(rule.verbs(), "get")) {
          addNames(scope, rule);
        }
      }
    }
  }

  private void addAll(String scope) {
    if (scope.isEmpty()) {
      all = true;
    } else {
      namespaces.add(scope);
    }
  }

  private void addNames(String scope, PolicyRule rule) {
    if (!rule.resourceNames().isEmpty()) {
      Set<String> some =
          scope.isEmpty() ? names : namesIn.computeIfAbsent(scope, any -> new HashSet<>());
      for (String name : rule.resourceNames()) {
        if (some.add(name) && ++named > VisibleObjects.MOST_NAMES) {
          tooMany = true;
          return;
        }
      }
    }
  }

  private boolean isAbout(PolicyRule rule) {
    return has(rule.apiGroups(), group) && has(rule.resources(), resource);
  }

  private static boolean has(Iterable<String> values, String wanted) {
    for (String value : values) {
      if (value.equals("*") || value.equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Empty if more are named than are taken. */
  Optional<VisibleObjects> seen() {
    return tooMany && !all
        ? Optional.empty()
        : Optional.of(VisibleObjects.of(all, namespaces, names, namesIn));
  }
}
