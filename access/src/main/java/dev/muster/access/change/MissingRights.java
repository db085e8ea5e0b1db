package dev.muster.access.change;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.escalation.RuleCover;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What rules allow beyond others. Where many are bound alike the same rules are compared over and
 * over: each comparison is made once, of the last thousand. Not thread-safe.
 */
final class MissingRights {
  private static final int KEPT = 1_000;

  private final Map<Compared, List<PolicyRule>> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Compared, List<PolicyRule>> eldest) {
          return size() > KEPT;
        }
      };

  private record Compared(Set<PolicyRule> held, Set<PolicyRule> wanted) {}

  /** Verbs on the same things in one rule; equal questions have the same rules for an answer. */
  List<PolicyRule> of(Set<PolicyRule> held, Set<PolicyRule> wanted) {
    return known.computeIfAbsent(
        new Compared(held, wanted),
        each -> joined(RuleCover.missing(List.copyOf(held), List.copyOf(wanted))));
  }

  private static List<PolicyRule> joined(Collection<PolicyRule> singles) {
    Map<PolicyRule, TreeSet<String>> verbs =
        new TreeMap<>(Comparator.comparing(PolicyRule::compact));
    for (PolicyRule single : singles) {
      verbs
          .computeIfAbsent(with(single, List.of()), thing -> new TreeSet<>())
          .addAll(single.verbs());
    }
    return verbs.entrySet().stream()
        .map(entry -> with(entry.getKey(), List.copyOf(entry.getValue())))
        .toList();
  }

  private static PolicyRule with(PolicyRule rule, List<String> verbs) {
    return new PolicyRule(
        verbs, rule.apiGroups(), rule.resources(), rule.resourceNames(), rule.nonResourceURLs());
  }
}
