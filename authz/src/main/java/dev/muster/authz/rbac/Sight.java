package dev.muster.authz.rbac;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
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
  private final String namespace;
  private boolean all;
  private final Set<String> namespaces = new HashSet<>();

  /** Rules with names, by scope; each once, however it is bound. */
  private final Map<String, Set<PolicyRule>> naming = new HashMap<>();

  /**
   * @param namespace where one looks; empty for everywhere
   */
  Sight(String verb, String group, String resource, String namespace) {
    this.verb = verb;
    this.group = group;
    this.resource = resource;
    this.namespace = namespace;
  }

  /** With a role that is bound in a namespace, or in the cluster if that is empty. */
  void add(String scope, RbacObject.AnyRole role) {
    if (!namespace.isEmpty() && !scope.isEmpty() && !scope.equals(namespace)) {
      return;
    }
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
      naming
          .computeIfAbsent(scope, any -> Collections.newSetFromMap(new IdentityHashMap<>()))
          .add(rule);
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

  VisibleObjects seen() {
    if (all) {
      return VisibleObjects.of(true, Set.of(), Set.of(), Map.of(), Set.of());
    }
    naming.keySet().removeAll(namespaces);
    Set<String> overfull = overfull();
    naming.keySet().removeAll(overfull);
    Map<String, Set<String>> namesIn = new HashMap<>();
    naming.forEach(
        (scope, rules) -> {
          Set<String> names = namesIn.computeIfAbsent(scope, any -> new HashSet<>());
          rules.forEach(rule -> names.addAll(rule.resourceNames()));
        });
    Set<String> names = namesIn.remove("");
    return VisibleObjects.of(
        false, namespaces, names == null ? Set.of() : names, namesIn, overfull);
  }

  /**
   * The scopes that name too much. Of namespaces, whose roles are their own administrators' matter,
   * those that name most are the first to go: nobody can crowd out those who name less.
   */
  private Set<String> overfull() {
    Map<String, Integer> sizes = new HashMap<>();
    naming.forEach(
        (scope, rules) ->
            sizes.put(scope, rules.stream().mapToInt(rule -> rule.resourceNames().size()).sum()));
    Set<String> overfull = new HashSet<>();
    Integer everywhere = sizes.remove("");
    if (everywhere != null && everywhere > VisibleObjects.MOST_NAMES) {
      overfull.add("");
    }
    long left = sizes.values().stream().mapToLong(size -> size).sum();
    Comparator<Map.Entry<String, Integer>> mostFirst =
        Map.Entry.<String, Integer>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey());
    for (Map.Entry<String, Integer> scope : sizes.entrySet().stream().sorted(mostFirst).toList()) {
      if (scope.getValue() > VisibleObjects.MOST_NAMES || left > VisibleObjects.MOST_NAMES_IN_ALL) {
        overfull.add(scope.getKey());
        left -= scope.getValue();
      }
    }
    return overfull;
  }
}
