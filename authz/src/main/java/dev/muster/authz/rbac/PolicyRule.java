package dev.muster.authz.rbac;

import dev.muster.authz.Quote;
import java.util.ArrayList;
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

  public static PolicyRule onUrls(List<String> nonResourceURLs, List<String> verbs) {
    return new PolicyRule(verbs, List.of(), List.of(), List.of(), nonResourceURLs);
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
      parts.add(label + Quote.list(values));
    }
  }
}
