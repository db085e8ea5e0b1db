package dev.muster.authz.rbac;

import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Verbs on resources (of API groups, perhaps only some names) or on non-resource URLs. */
public record PolicyRule(
    List<String> verbs,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> nonResourceURLs) {

  public PolicyRule {
    verbs = List.copyOf(verbs);
    apiGroups = List.copyOf(apiGroups);
    resources = List.copyOf(resources);
    resourceNames = List.copyOf(resourceNames);
    nonResourceURLs = List.copyOf(nonResourceURLs);
  }

  /** Every name of the resources. */
  public static PolicyRule on(List<String> apiGroups, List<String> resources, List<String> verbs) {
    return new PolicyRule(verbs, apiGroups, resources, List.of(), List.of());
  }

  /** Verbs on paths that are no resources. */
  public static PolicyRule onUrls(List<String> nonResourceURLs, List<String> verbs) {
    return new PolicyRule(verbs, List.of(), List.of(), List.of(), nonResourceURLs);
  }

  /** Some order of lists of rules, in which only equal ones are alike. */
  static int compare(List<PolicyRule> some, List<PolicyRule> others) {
    return compare(some, others, PolicyRule::compare);
  }

  private static int compare(PolicyRule one, PolicyRule other) {
    int order = texts(one.verbs, other.verbs);
    order = order != 0 ? order : texts(one.apiGroups, other.apiGroups);
    order = order != 0 ? order : texts(one.resources, other.resources);
    order = order != 0 ? order : texts(one.resourceNames, other.resourceNames);
    return order != 0 ? order : texts(one.nonResourceURLs, other.nonResourceURLs);
  }

  private static int texts(List<String> some, List<String> others) {
    return compare(some, others, Comparator.naturalOrder());
  }

  private static <T> int compare(List<T> some, List<T> others, Comparator<T> order) {
    for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
      int found = order.compare(some.get(i), others.get(i));
      if (found != 0) {
        return found;
      }
    }
    return Integer.compare(some.size(), others.size());
  }

  /** The form used in refusals: {@code {APIGroups:[""], Resources:["pods"], Verbs:["get"]}}. */
  public String compact() {
    var parts = new ArrayList<String>();
    addPart(parts, "APIGroups:", apiGroups);
    addPart(parts, "Resources:", resources);
    addPart(parts, "NonResourceURLs:", nonResourceURLs);
    addPart(parts, "ResourceNames:", resourceNames);
    addPart(parts, "Verbs:", verbs);
    return "{" + String.join(", ", parts) + "}";
  }

  private static void addPart(List<String> parts, String label, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(label + GoText.list(values));
    }
  }
}
