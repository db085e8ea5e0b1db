package dev.muster.access.record;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.UrlPattern;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The values of a rule that allowed something. */
final class UsedParts {
  private final PolicyRule rule;
  private final Set<String> verbs = new HashSet<>();
  private final Set<String> groups = new HashSet<>();
  private final Set<String> resources = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> urls = new HashSet<>();

  UsedParts(PolicyRule rule) {
    this.rule = rule;
  }

  /** Takes a request that the rule allows. */
  void add(Attributes request) {
    verbs.add(literally(rule.verbs(), request.verb()));
    if (!request.resourceRequest()) {
      rule.nonResourceURLs().stream()
          .filter(url -> UrlPattern.matches(url, request.path()))
          .findFirst()
          .ifPresent(urls::add);
      return;
    }
    groups.add(literally(rule.apiGroups(), request.apiGroup()));
    resources.add(resource(request));
    if (!rule.resourceNames().isEmpty()) {
      names.add(request.name());
    }
  }

  private static String literally(List<String> values, String wanted) {
    return values.contains(wanted) ? wanted : "*";
  }

  private String resource(Attributes request) {
    if (request.subresource().isEmpty()) {
      return literally(rule.resources(), request.resource());
    }
    String full = request.resource() + "/" + request.subresource();
    String anySuch = "*/" + request.subresource();
    return !rule.resources().contains(full) && rule.resources().contains(anySuch)
        ? anySuch
        : literally(rule.resources(), full);
  }

  /** What is left over of the rule, each list by itself. */
  PolicyRule unused() {
    return new PolicyRule(
        without(rule.verbs(), verbs),
        without(rule.apiGroups(), groups),
        without(rule.resources(), resources),
        without(rule.resourceNames(), names),
        without(rule.nonResourceURLs(), urls));
  }

  private static List<String> without(List<String> values, Set<String> used) {
    return values.stream().filter(value -> !used.contains(value)).toList();
  }

  static boolean empty(PolicyRule rest) {
    return rest.verbs().isEmpty()
        && rest.apiGroups().isEmpty()
        && rest.resources().isEmpty()
        && rest.resourceNames().isEmpty()
        && rest.nonResourceURLs().isEmpty();
  }
}
