package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import java.util.List;

/** One rule, ready for matching without allocation. */
final class CompiledRule {
  private final PolicyRule rule;
  private final int verbBits;
  private final boolean anyGroup;
  private final String[] verbs;
  private final String[] groups;
  private final String[] resources;
  private final String[] names;
  private final String[] urls;

  CompiledRule(PolicyRule rule) {
    this.rule = rule;
    this.verbBits = Verbs.bits(rule.verbs());
    this.anyGroup = rule.apiGroups().contains("*");
    this.verbs = array(rule.verbs());
    this.groups = array(rule.apiGroups());
    this.resources = array(rule.resources());
    this.names = array(rule.resourceNames());
    this.urls = array(rule.nonResourceURLs());
  }

  PolicyRule rule() {
    return rule;
  }

  /**
   * @param verb the bit of the request's verb
   */
  boolean allows(Attributes request, int verb) {
    return request.resourceRequest()
        ? allowsOnResource(request, verb)
            && matchesResource(request.resource(), request.subresource())
        : matchesVerb(request, verb) && matchesUrl(request.path());
  }

  /** Whether the request is allowed, given that its resource is one of this rule's. */
  boolean allowsOnResource(Attributes request, int verb) {
    return matchesVerb(request, verb)
        && (anyGroup || contains(groups, request.apiGroup()))
        && (names.length == 0 || contains(names, request.name()));
  }

  private boolean matchesVerb(Attributes request, int verb) {
    return verb != 0
        ? (verbBits & verb) != 0
        : verbBits == Verbs.ALL || contains(verbs, request.verb());
  }

  private boolean matchesResource(String resource, String subresource) {
    for (String mine : resources) {
      if (mine.equals("*")
          || JoinedResource.equals(mine, resource, subresource)
          || (!subresource.isEmpty() && JoinedResource.equals(mine, "*", subresource))) {
        return true;
      }
    }
    return false;
  }

  private boolean matchesUrl(String path) {
    for (String url : urls) {
      if (UrlPattern.matches(url, path)) {
        return true;
      }
    }
    return false;
  }

  private static String[] array(List<String> values) {
    return values.toArray(String[]::new);
  }

  private static boolean contains(String[] values, String wanted) {
    for (String value : values) {
      if (value.equals(wanted)) {
        return true;
      }
    }
    return false;
  }
}
