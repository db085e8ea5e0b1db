package dev.muster.cli.access;

import dev.muster.access.rights.Danger;
import dev.muster.access.rights.Right;
import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/** Rights as a matrix: a row for each resource, a column for each namespace. */
final class RightMatrix {
  /** What fits on a page. */
  private static final int MOST_COLUMNS = 12;

  private static final Map<String, String> MARKS =
      Map.of(
          "get", "g",
          "list", "l",
          "watch", "w",
          "create", "c",
          "update", "u",
          "patch", "p",
          "delete", "d",
          "deletecollection", "D",
          "*", "*");
  private static final List<String> ORDER =
      List.of("*", "get", "list", "watch", "create", "update", "patch", "delete");

  static final String LEGEND =
      "g get, l list, w watch, c create, u update, p patch, d delete, D deletecollection, * all, ! dangerous";

  private final SequencedSet<String> places = new LinkedHashSet<>();
  private final SequencedMap<String, Map<String, SequencedSet<String>>> verbs =
      new LinkedHashMap<>();
  private final Map<String, SequencedSet<String>> dangerous = new LinkedHashMap<>();

  void add(Right right) {
    PolicyRule rule = right.rule();
    rule.nonResourceURLs().forEach(path -> add(right.place(), path, rule.verbs(), false));
    String names =
        rule.resourceNames().isEmpty() ? "" : " " + String.join(",", rule.resourceNames());
    for (String group : rule.apiGroups()) {
      for (String resource : rule.resources()) {
        PolicyRule one =
            new PolicyRule(
                rule.verbs(), List.of(group), List.of(resource), rule.resourceNames(), List.of());
        String what = (group.isEmpty() ? resource : resource + "." + group) + names;
        add(right.place(), what, rule.verbs(), !Danger.of(one).isEmpty());
      }
    }
  }

  private void add(String place, String what, List<String> some, boolean danger) {
    places.add(place);
    verbs
        .computeIfAbsent(what, w -> new LinkedHashMap<>())
        .computeIfAbsent(place, p -> new LinkedHashSet<>())
        .addAll(some);
    if (danger) {
      dangerous.computeIfAbsent(what, w -> new LinkedHashSet<>()).add(place);
    }
  }

  /** The head and a row for each resource; empty if there are more namespaces than fit. */
  Optional<List<List<String>>> rows() {
    if (places.size() > MOST_COLUMNS) {
      return Optional.empty();
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("RESOURCE"));
    head.addAll(places);
    rows.add(head);
    verbs.forEach(
        (what, byPlace) -> {
          List<String> row = new ArrayList<>(List.of(what));
          for (String place : places) {
            boolean danger = dangerous.getOrDefault(what, new LinkedHashSet<>()).contains(place);
            row.add(marks(byPlace.getOrDefault(place, new LinkedHashSet<>()), danger));
          }
          rows.add(row);
        });
    return Optional.of(rows);
  }

  private static String marks(SequencedSet<String> some, boolean danger) {
    String known =
        ORDER.stream()
            .filter(some::contains)
            .map(v -> MARKS.getOrDefault(v, v))
            .collect(Collectors.joining());
    if (some.contains("deletecollection")) {
      known += "D";
    }
    List<String> words = new ArrayList<>();
    if (!known.isEmpty()) {
      words.add(known);
    }
    some.stream().filter(verb -> !MARKS.containsKey(verb)).forEach(words::add);
    return String.join(",", words) + (danger ? "!" : "");
  }
}
