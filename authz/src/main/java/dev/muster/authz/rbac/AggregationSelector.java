package dev.muster.authz.rbac;

import dev.muster.authz.SelectorRequirement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Picks cluster roles to aggregate. Kept as data; whoever aggregates evaluates it. */
public record AggregationSelector(
    Map<String, String> matchLabels, List<SelectorRequirement> matchExpressions) {
  public AggregationSelector {
    matchLabels = Collections.unmodifiableMap(new TreeMap<>(matchLabels));
    matchExpressions = List.copyOf(matchExpressions);
  }

  /** Selects roles with this label. */
  public static AggregationSelector label(String key, String value) {
    return new AggregationSelector(Map.of(key, value), List.of());
  }
}
