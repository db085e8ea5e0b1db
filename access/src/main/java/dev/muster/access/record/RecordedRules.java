package dev.muster.access.record;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * As few rules as can be had without allowing more than was needed: only what shares all its verbs
 * and names is in one rule.
 */
final class RecordedRules {
  private record Resource(String apiGroup, String resource) implements Comparable<Resource> {
    @Override
    public int compareTo(Resource other) {
      int order = apiGroup.compareTo(other.apiGroup);
      return order != 0 ? order : resource.compareTo(other.resource);
    }
  }

  private record Extent(String apiGroup, List<String> verbs, List<String> names)
      implements Comparable<Extent> {
    private static final Comparator<Extent> ORDER =
        Comparator.comparing(Extent::apiGroup)
            .thenComparing(extent -> GoText.list(extent.verbs()))
            .thenComparing(extent -> GoText.list(extent.names()));

    @Override
    public int compareTo(Extent other) {
      return ORDER.compare(this, other);
    }
  }

  private RecordedRules() {}

  /** The rules of each namespace, first those of the cluster, under the empty name. */
  static SortedMap<String, List<PolicyRule>> of(RecordedNeeds needs) {
    SortedMap<String, Map<Resource, SortedMap<String, RecordedNames>>> places = new TreeMap<>();
    for (Map.Entry<RecordedNeed, RecordedNames> entry : needs.resources().entrySet()) {
      RecordedNeed need = entry.getKey();
      places
          .computeIfAbsent(need.namespace(), place -> new TreeMap<>())
          .computeIfAbsent(
              new Resource(need.apiGroup(), need.resource()), resource -> new TreeMap<>())
          .put(need.verb(), entry.getValue());
    }
    SortedMap<String, List<PolicyRule>> rules = new TreeMap<>();
    places.forEach((place, resources) -> rules.put(place, rules(resources)));
    if (!needs.paths().isEmpty()) {
      rules.computeIfAbsent("", place -> new ArrayList<>()).addAll(urls(needs.paths()));
    }
    return rules;
  }

  private static List<PolicyRule> rules(Map<Resource, SortedMap<String, RecordedNames>> resources) {
    Map<Extent, SortedSet<String>> joined = new TreeMap<>();
    resources.forEach(
        (resource, verbs) ->
            extents(resource.apiGroup(), verbs)
                .forEach(
                    extent ->
                        joined
                            .computeIfAbsent(extent, e -> new TreeSet<>())
                            .add(resource.resource())));
    List<PolicyRule> rules = new ArrayList<>();
    joined.forEach(
        (extent, all) ->
            rules.add(
                new PolicyRule(
                    extent.verbs(),
                    List.of(extent.apiGroup()),
                    List.copyOf(all),
                    extent.names(),
                    List.of())));
    rules.sort(
        Comparator.comparing((PolicyRule rule) -> rule.apiGroups().getFirst())
            .thenComparing(rule -> rule.resources().getFirst())
            .thenComparing(rule -> String.join(",", rule.resourceNames())));
    return rules;
  }

  /** Verbs for any name, and names that have the same verbs. */
  private static List<Extent> extents(String group, SortedMap<String, RecordedNames> verbs) {
    List<String> any = new ArrayList<>();
    SortedMap<String, List<String>> byName = new TreeMap<>();
    verbs.forEach(
        (verb, of) -> {
          if (of.any()) {
            any.add(verb);
          }
          of.names()
              .forEach(name -> byName.computeIfAbsent(name, n -> new ArrayList<>()).add(verb));
        });
    Map<List<String>, List<String>> alike = new LinkedHashMap<>();
    byName.forEach((name, all) -> alike.computeIfAbsent(all, v -> new ArrayList<>()).add(name));
    List<Extent> extents = new ArrayList<>();
    if (!any.isEmpty()) {
      extents.add(new Extent(group, any, List.of()));
    }
    alike.forEach((all, names) -> extents.add(new Extent(group, all, names)));
    return extents;
  }

  private static List<PolicyRule> urls(Map<String, SortedSet<String>> paths) {
    Map<List<String>, List<String>> alike = new LinkedHashMap<>();
    paths.forEach(
        (path, verbs) ->
            alike.computeIfAbsent(List.copyOf(verbs), v -> new ArrayList<>()).add(path));
    List<PolicyRule> rules = new ArrayList<>();
    alike.forEach((verbs, all) -> rules.add(PolicyRule.onUrls(all, verbs)));
    return rules;
  }
}
