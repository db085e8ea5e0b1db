package dev.muster.cli.access;

import dev.muster.access.rights.Danger;
import dev.muster.access.rights.Right;
import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/** Rights as rows of a table: a thing each, with all that may be done to it. */
final class RightRows {
  /** Where, what, which of them. */
  private record Thing(String place, String what, String names) {}

  private final Map<Thing, SequencedSet<String>> verbs = new LinkedHashMap<>();
  private final Map<Thing, SequencedSet<Danger>> dangers = new LinkedHashMap<>();

  void add(Right right) {
    PolicyRule rule = right.rule();
    String names = String.join(",", rule.resourceNames());
    for (String path : rule.nonResourceURLs()) {
      add(new Thing(right.place(), path, ""), rule, rule);
    }
    for (String group : rule.apiGroups()) {
      for (String resource : rule.resources()) {
        PolicyRule one =
            new PolicyRule(
                rule.verbs(), List.of(group), List.of(resource), rule.resourceNames(), List.of());
        String what = group.isEmpty() ? resource : resource + "." + group;
        add(new Thing(right.place(), what, names), rule, one);
      }
    }
  }

  private void add(Thing thing, PolicyRule rule, PolicyRule one) {
    verbs.computeIfAbsent(thing, t -> new LinkedHashSet<>()).addAll(rule.verbs());
    dangers.computeIfAbsent(thing, t -> new LinkedHashSet<>()).addAll(Danger.of(one));
  }

  /** WHERE, RESOURCE, NAMES, VERBS, and what is dangerous about it. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    verbs.forEach(
        (thing, all) ->
            rows.add(
                List.of(
                    thing.place(),
                    thing.what(),
                    thing.names(),
                    String.join(",", all),
                    sentences(dangers.getOrDefault(thing, new LinkedHashSet<>())))));
    return rows;
  }

  static String sentences(Collection<Danger> dangers) {
    return dangers.stream().map(Danger::sentence).distinct().collect(Collectors.joining("; "));
  }
}
