package dev.muster.authz.rbac;

import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/** Fills in the rules of aggregated cluster roles, for policies that no controller looks after. */
public final class Aggregation {
  private Aggregation() {}

  /** The same objects, aggregated cluster roles with the rules of those that they select. */
  public static List<RbacObject> apply(Collection<? extends RbacObject> objects) {
    Map<RbacKey, RbacObject> all = new LinkedHashMap<>();
    Map<RbacKey, ClusterRole> roles = new LinkedHashMap<>();
    for (RbacObject object : objects) {
      all.put(object.key(), object);
      if (object instanceof ClusterRole role) {
        roles.put(role.key(), role);
      }
    }
    // what one role gathers may be gathered by the next: at most one round for each role
    boolean changed = true;
    for (int round = 0; changed && round <= roles.size(); round++) {
      changed = false;
      for (ClusterRole role : List.copyOf(roles.values())) {
        if (!role.aggregation().isEmpty()) {
          Deadline.check();
          ClusterRole filled =
              new ClusterRole(role.metadata(), rules(role, roles.values()), role.aggregation());
          changed |= !filled.equals(roles.put(role.key(), filled));
        }
      }
    }
    all.putAll(roles);
    return List.copyOf(all.values());
  }

  private static List<PolicyRule> rules(ClusterRole gathering, Collection<ClusterRole> roles) {
    SequencedSet<PolicyRule> rules = new LinkedHashSet<>();
    for (ClusterRole role : roles) {
      if (!role.key().equals(gathering.key()) && gathers(gathering, role)) {
        rules.addAll(role.rules());
      }
    }
    return new ArrayList<>(rules);
  }

  /** Whether the first is to have the rules of the second. */
  public static boolean gathers(ClusterRole gathering, ClusterRole role) {
    return gathering.aggregation().stream().anyMatch(s -> selects(s, role));
  }

  private static boolean selects(AggregationSelector selector, ClusterRole role) {
    Map<String, String> labels = role.metadata().labels();
    return selector.matchLabels().entrySet().stream()
            .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
        && selector.matchExpressions().stream().allMatch(wanted -> holds(wanted, labels));
  }

  private static boolean holds(SelectorRequirement wanted, Map<String, String> labels) {
    boolean present = labels.containsKey(wanted.key());
    return switch (wanted.operator()) {
      case "In" -> present && wanted.values().contains(labels.get(wanted.key()));
      case "NotIn" -> !present || !wanted.values().contains(labels.get(wanted.key()));
      case "Exists" -> present;
      case "DoesNotExist" -> !present;
      default -> false;
    };
  }
}
