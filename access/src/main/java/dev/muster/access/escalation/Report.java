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
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Of all that one can come to, what is more than one has. */
final class Report {
  private static final int MOST = 100;

  private final PathSearch search;
  private final Acting self;
  private final List<HeldRole> held;
  private final Map<Place, Boolean> known = new HashMap<>();

  private record Place(String scope, RbacKey role, List<PolicyRule> rules) {}

  Report(PathSearch search, Acting self) {
    this.search = search;
    this.self = self;
    this.held = search.held(self.user());
  }

  EscalationPaths of(Collection<Derived> reached, boolean all) {
    List<EscalationPath> paths = new ArrayList<>();
    Set<String> told = new HashSet<>();
    int more = 0;
    boolean everything = search.isEverything(self);
    for (Derived derived : reached) {
      Fact fact = derived.fact();
      if (everything || fact.equals(self) || !isMore(fact) || !told.add(fact.describe())) {
        continue;
      }
      boolean becomesAll = search.isEverything(fact);
      if (paths.size() < MOST
          || (becomesAll && paths.stream().noneMatch(EscalationPath::everything))) {
        String becomes =
            fact.describe()
                + (becomesAll && fact instanceof Acting ? ", who may do anything" : "");
        paths.add(new EscalationPath(becomes, becomesAll, derived.steps()));
      } else {
        more++;
      }
    }
    return new EscalationPaths(paths, everything ? List.of() : notes(more, all));
  }

  private List<String> notes(int more, boolean all) {
    List<String> notes = new ArrayList<>();
    if (more > 0) {
      notes.add(more + " more things to become are left out");
    }
    if (!all) {
      notes.add("there is more to follow than can be within reason: there may be other ways");
    }
    if (search.known.accounts().isEmpty()) {
      notes.add(
          "which service accounts there are is not known: those that bindings name, and each"
              + " namespace's default, are taken to be there");
    }
    if (search.known.pods().isEmpty() && search.known.workloads().isEmpty()) {
      notes.add("what runs is not known: ways through pods of others are not looked for");
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
    List<PolicyRule> own = new ArrayList<>();
    for (HeldRole each : held) {
      String where = each.binding().namespace();
      if (where.isEmpty() || where.equals(scope)) {
        each.role().ifPresent(role -> own.addAll(role.rules()));
      }
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
