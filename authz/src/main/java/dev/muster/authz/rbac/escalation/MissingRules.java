package dev.muster.authz.rbac.escalation;

import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Puts single missing permissions into few, sorted lines; of very many, the first. */
final class MissingRules {
  private static final int MOST = 10_000;
  private static final int MOST_TEXT = 256 * 1024;

  private final List<PolicyRule> missing = new ArrayList<>();
  private int text;

  /** Whether it has been taken. */
  boolean add(PolicyRule single) {
    if (missing.size() == MOST || text > MOST_TEXT) {
      return false;
    }
    text += single.compact().length();
    return missing.add(single);
  }

  boolean isEmpty() {
    return missing.isEmpty();
  }

  /** One rule per line; verbs on the same resource (and name) share a line. */
  String describe() {
    Map<Target, List<String>> verbsByTarget = new LinkedHashMap<>();
    var lines = new TreeSet<String>(MissingRules::compareByCodePoint);
    for (PolicyRule single : missing) {
      if (single.nonResourceURLs().isEmpty()) {
        verbsByTarget
            .computeIfAbsent(Target.of(single), unused -> new ArrayList<>())
            .addAll(single.verbs());
      } else {
        lines.add(single.compact());
      }
    }
    verbsByTarget.forEach((target, verbs) -> lines.add(target.with(verbs).compact()));
    return String.join("\n", lines);
  }

  private static int compareByCodePoint(String a, String b) {
    return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
  }

  private record Target(List<String> apiGroups, List<String> resources, List<String> names) {
    static Target of(PolicyRule single) {
      return new Target(single.apiGroups(), single.resources(), single.resourceNames());
    }

    PolicyRule with(List<String> verbs) {
      return new PolicyRule(verbs, apiGroups, resources, names, List.of());
    }
  }
}
