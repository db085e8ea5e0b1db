package dev.muster.apiserver.controllers;

import dev.muster.model.scheme.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is left in a namespace, counted by resource and by finalizer. */
final class RemainingContent {
  private final Map<String, Integer> resources = new TreeMap<>();
  private final Map<String, Integer> finalizers = new TreeMap<>();

  void add(Kind kind, List<String> held) {
    resources.merge(kind.plural() + "." + kind.group(), 1, Integer::sum);
    held.forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
  }

  boolean isEmpty() {
    return resources.isEmpty();
  }

  boolean hasFinalizers() {
    return !finalizers.isEmpty();
  }

  String describeResources() {
    return list(resources, " has ");
  }

  String describeFinalizers() {
    return list(finalizers, " in ");
  }

  private static String list(Map<String, Integer> counts, String link) {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + link + e.getValue() + " resource instances")
        .collect(Collectors.joining(", "));
  }
}
