package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.UrlPattern;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;

/**
 * One respect in which a rule, or where and to whom it is granted, does not fit a request.
 *
 * @param detail a clause for people
 */
public record Difference(Kind kind, String detail) {

  /** From what is nearest to a grant to what is farthest from it. */
  public enum Kind {
    /** Another object is named. */
    NAME,
    /** Another verb is granted. */
    VERB,
    /** It is granted in another namespace. */
    NAMESPACE,
    /** Another resource is named. */
    RESOURCE,
    /** A resource of another group is named. */
    API_GROUP,
    /** Another path is named. */
    URL,
    /** It is granted to somebody else. */
    SUBJECT
  }

  /** In what the rule does not fit; empty if it allows the request. */
  static List<Difference> between(PolicyRule rule, Attributes request) {
    List<Difference> all = new ArrayList<>();
    if (!has(rule.verbs(), request.verb())) {
      all.add(of(Kind.VERB, "verb", request.verb(), rule.verbs()));
    }
    if (!request.resourceRequest()) {
      if (rule.nonResourceURLs().stream().noneMatch(u -> UrlPattern.matches(u, request.path()))) {
        all.add(of(Kind.URL, "path", request.path(), rule.nonResourceURLs()));
      }
      return all;
    }
    if (!has(rule.apiGroups(), request.apiGroup())) {
      all.add(of(Kind.API_GROUP, "API group", request.apiGroup(), rule.apiGroups()));
    }
    if (!fits(rule.resources(), request)) {
      all.add(of(Kind.RESOURCE, "resource", resource(request), rule.resources()));
    }
    if (!rule.resourceNames().isEmpty() && !rule.resourceNames().contains(request.name())) {
      all.add(of(Kind.NAME, "name", request.name(), rule.resourceNames()));
    }
    return all;
  }

  /** Whether there is none: the rule allows the request. */
  static boolean none(PolicyRule rule, Attributes request) {
    if (!has(rule.verbs(), request.verb())) {
      return false;
    }
    if (!request.resourceRequest()) {
      return rule.nonResourceURLs().stream().anyMatch(u -> UrlPattern.matches(u, request.path()));
    }
    return has(rule.apiGroups(), request.apiGroup())
        && (rule.resourceNames().isEmpty() || rule.resourceNames().contains(request.name()))
        && fits(rule.resources(), request);
  }

  private static boolean fits(List<String> resources, Attributes request) {
    return has(resources, resource(request))
        || !request.subresource().isEmpty() && resources.contains("*/" + request.subresource());
  }

  /** {@code pods} or {@code pods/log}. */
  static String resource(Attributes request) {
    return request.subresource().isEmpty()
        ? request.resource()
        : request.resource() + "/" + request.subresource();
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }

  private static Difference of(Kind kind, String what, String wanted, List<String> values) {
    return new Difference(
        kind, "%s %s is not in %s".formatted(what, GoText.quote(wanted), GoText.list(values)));
  }
}
