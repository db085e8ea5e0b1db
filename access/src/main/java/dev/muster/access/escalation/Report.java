package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.escalation.RuleCover;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of all that one can come to, what is more than one has. */
final class Report {
  private static final int MOST = 100;

  private final PathSearch search;
  private final Acting self;
  private final Map<String, Set<PolicyRule>> held = new HashMap<>();
  private final Map<Place, Boolean> known = new HashMap<>();

  private record Place(String scope, RbacKey role, List<PolicyRule> rules) {}

  Report(PathSearch search, Acting self) {
    this.search = search;
    this.self = self;
    for (HeldRole each : search.held(self.user())) {
      Set<PolicyRule> rules =
          held.computeIfAbsent(each.binding().namespace(), n -> new LinkedHashSet<>());
      each.role().ifPresent(role -> rules.addAll(role.rules()));
    }
  }

  EscalationPaths of(Collection<Derived> reached, boolean all) {
    List<EscalationPath> paths = new ArrayList<>();
    Set<String> told = new HashSet<>();
    boolean toEverything = false;
    boolean full = false;
    if (search.isEverything(self)) {
      return new EscalationPaths(List.of(), List.of(), true);
    }
    for (Derived derived : reached) {
      Fact fact = derived.fact();
      boolean becomesAll = search.isEverything(fact);
      full |= paths.size() >= MOST;
      if (full && (toEverything || !becomesAll)) {
        continue;
      }
      if (!fact.equals(self) && isMore(fact) && told.add(fact.describe())) {
        toEverything |= becomesAll;
        String who = becomesAll && fact instanceof Acting ? ", who may do anything" : "";
        paths.add(new EscalationPath(fact.describe() + who, becomesAll, derived.steps()));
      }
    }
    return new EscalationPaths(paths, notes(full, all), all);
  }

  private List<String> notes(boolean full, boolean all) {
    List<String> notes = new ArrayList<>();
    if (full) {
      notes.add("no more than " + MOST + " ways are shown");
    }
    if (!all) {
      notes.add("there is more to follow than can be within reason: there may be other ways");
    }
    if (search.known.accounts().isEmpty()) {
      notes.add(
          "no service account is known: those that bindings name, and each"
              + " namespace's default, are taken to be there");
    }
    if (search.known.pods().isEmpty() && search.known.workloads().isEmpty()) {
      notes.add(
          "no pod with a token is known, nor what makes pods: ways through pods of others are not"
              + " looked for");
    }
    return notes;
  }

  private boolean isMore(Fact fact) {
    return switch (fact) {
      case Acting acting ->
          search.isEverything(acting)
              || search.held(acting.user()).stream()
                  .anyMatch(
                      other ->
                          other
                              .role()
                              .filter(role -> isMore(other.binding().namespace(), role))
                              .isPresent());
      case Granted granted -> isMore(granted.scope(), granted.role(), granted.rules());
      case Fact.OnNodes nodes -> true;
      case Fact.WindowsAccount account -> true;
    };
  }

  private boolean isMore(String scope, AnyRole role) {
    return isMore(scope, role.key(), role.rules());
  }

  private boolean isMore(String scope, RbacKey role, List<PolicyRule> rules) {
    return known.computeIfAbsent(new Place(scope, role, rules), place -> missing(scope, rules));
  }

  private boolean missing(String scope, List<PolicyRule> rules) {
    List<PolicyRule> own = new ArrayList<>(held.getOrDefault("", Set.of()));
    if (!scope.isEmpty()) {
      own.addAll(held.getOrDefault(scope, Set.of()));
    }
    List<PolicyRule> wanted = new ArrayList<>();
    for (PolicyRule rule : rules) {
      // what is bound in a namespace says nothing about paths
      if (scope.isEmpty() || !rule.resources().isEmpty()) {
        wanted.add(rule);
      }
    }
    try {
      return !RuleCover.missing(own, wanted).isEmpty();
    } catch (IllegalArgumentException e) {
      return true; // what cannot be compared is told
    }
  }
}
