package dev.muster.authz;

import java.util.List;

/**
 * What a user may do in one namespace.
 *
 * @param incomplete whether there may be more than is listed
 * @param evaluationError what went wrong while listing, empty if nothing did
 */
public record Rules(
    List<ResourceRule> resourceRules,
    List<NonResourceRule> nonResourceRules,
    boolean incomplete,
    String evaluationError) {

  /** Nothing is allowed, and nothing was left out. */
  public static final Rules NONE = new Rules(List.of(), List.of(), false, "");

  public Rules {
    resourceRules = List.copyOf(resourceRules);
    nonResourceRules = List.copyOf(nonResourceRules);
  }

  /** The answer of an authorizer that cannot list its rules, such as a webhook. */
  public static Rules unsupportedBy(String authorizer) {
    return new Rules(
        List.of(),
        List.of(),
        true,
        authorizer + " authorizer does not support user rule resolution");
  }

  /** Verbs on resources; empty resource names mean every name. */
  public record ResourceRule(
      List<String> verbs,
      List<String> apiGroups,
      List<String> resources,
      List<String> resourceNames) {
    public ResourceRule {
      verbs = List.copyOf(verbs);
      apiGroups = List.copyOf(apiGroups);
      resources = List.copyOf(resources);
      resourceNames = List.copyOf(resourceNames);
    }
  }

  /** Verbs on paths. */
  public record NonResourceRule(List<String> verbs, List<String> nonResourceURLs) {
    public NonResourceRule {
      verbs = List.copyOf(verbs);
      nonResourceURLs = List.copyOf(nonResourceURLs);
    }
  }
}
