package dev.muster.authz.rbac.escalation;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.UrlPattern;
import java.util.ArrayList;
import java.util.List;

/** Compares what is held with what is to be granted, one verb on one thing at a time. */
public final class RuleCover {
  private RuleCover() {}

  /** The single permissions of {@code requested} that no rule of {@code held} covers, in order. */
  public static List<PolicyRule> missing(List<PolicyRule> held, List<PolicyRule> requested) {
    var missing = new ArrayList<PolicyRule>();
    for (PolicyRule rule : requested) {
      for (PolicyRule single : breakDown(rule)) {
        if (held.stream().noneMatch(owned -> covers(owned, single))) {
          missing.add(single);
        }
      }
    }
    return missing;
  }

  /** Rules that together mean the same, each with one verb on one resource (and name) or URL. */
  static List<PolicyRule> breakDown(PolicyRule rule) {
    var singles = new ArrayList<PolicyRule>();
    for (String group : rule.apiGroups()) {
      for (String resource : rule.resources()) {
        for (String verb : rule.verbs()) {
          addNamed(singles, group, resource, verb, rule.resourceNames());
        }
      }
    }
    for (String url : rule.nonResourceURLs()) {
      for (String verb : rule.verbs()) {
        singles.add(PolicyRule.onUrls(List.of(url), List.of(verb)));
      }
    }
    return singles;
  }

  private static void addNamed(
      List<PolicyRule> singles, String group, String resource, String verb, List<String> names) {
    var all = PolicyRule.on(List.of(group), List.of(resource), List.of(verb));
    if (names.isEmpty()) {
      singles.add(all);
    }
    for (String name : names) {
      singles.add(
          new PolicyRule(all.verbs(), all.apiGroups(), all.resources(), List.of(name), List.of()));
    }
  }

  private static boolean covers(PolicyRule owned, PolicyRule single) {
    return coversValue(owned.verbs(), single.verbs())
        && coversValue(owned.apiGroups(), single.apiGroups())
        && single.resources().stream().allMatch(r -> coversResource(owned.resources(), r))
        && coversNames(owned.resourceNames(), single.resourceNames())
        && single.nonResourceURLs().stream()
            .allMatch(url -> coversUrl(owned.nonResourceURLs(), url));
  }

  private static boolean coversValue(List<String> owned, List<String> wanted) {
    return owned.contains("*") || owned.containsAll(wanted);
  }

  private static boolean coversResource(List<String> owned, String wanted) {
    if (owned.contains("*") || owned.contains(wanted)) {
      return true;
    }
    int slash = wanted.indexOf('/');
    return slash >= 0 && owned.contains("*" + wanted.substring(slash));
  }

  /** No names means all names, which only a rule without names covers. */
  private static boolean coversNames(List<String> owned, List<String> wanted) {
    return owned.isEmpty() || (!wanted.isEmpty() && owned.containsAll(wanted));
  }

  private static boolean coversUrl(List<String> owned, String wanted) {
    return owned.stream().anyMatch(pattern -> UrlPattern.matches(pattern, wanted));
  }
}
