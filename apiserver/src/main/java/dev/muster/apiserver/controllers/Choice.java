package dev.muster.apiserver.controllers;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which controllers {@code --controllers} asks for, by their names or their older ones. */
final class Choice {
  private static final Map<String, String> OLDER_NAMES =
      Map.of(
          "namespace", "namespace-controller",
          "garbagecollector", "garbage-collector-controller",
          "garbage-collector", "garbage-collector-controller",
          "clusterrole-aggregation", "clusterrole-aggregation-controller",
          "nodelifecycle", "node-lifecycle-controller",
          "serviceaccount", "serviceaccount-controller",
          "root-ca-cert-publisher", "root-ca-certificate-publisher-controller");

  private final boolean everything;
  private final Set<String> on = new TreeSet<>();
  private final Set<String> off = new TreeSet<>();
  private final Set<String> known = new TreeSet<>();

  Choice(Set<String> words) {
    everything = words.contains("*");
    for (String word : words) {
      if (word.startsWith("-")) {
        off.add(name(word.substring(1)));
      } else if (!word.equals("*")) {
        on.add(name(word));
      }
    }
  }

  private static String name(String word) {
    return OLDER_NAMES.getOrDefault(word, word);
  }

  boolean includes(String name) {
    known.add(name);
    return !off.contains(name) && (everything || on.contains(name));
  }

  /** After all controllers were asked about. */
  void refuseUnknown(Set<String> beside) {
    known.addAll(beside);
    Set<String> unknown = new TreeSet<>(on);
    unknown.addAll(off);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "--controllers: \""
              + unknown.iterator().next()
              + "\" is not in the list of known controllers: choose from *, "
              + String.join(", ", known));
    }
  }
}
