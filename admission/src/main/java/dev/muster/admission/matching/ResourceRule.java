package dev.muster.admission.matching;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AdmissionregistrationV1.NamedRuleWithOperations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One entry of {@code resourceRules} or a webhook's {@code rules}. */
record ResourceRule(
    Set<String> operations,
    Set<String> groups,
    Set<String> versions,
    List<String> resources,
    String scope,
    Set<String> names) {

  static ResourceRule of(NamedRuleWithOperations rule) {
    return new ResourceRule(
        new HashSet<>(rule.operations().texts()),
        new HashSet<>(rule.apiGroups().texts()),
        new HashSet<>(rule.apiVersions().texts()),
        List.copyOf(rule.resources().texts()),
        rule.scope().text(),
        new HashSet<>(rule.resourceNames().texts()));
  }

  /** Whether requests of this shape can match, whatever their object is. */
  boolean mayMatch(Operation operation, Kind kind, String subresource) {
    return (operations.contains("*") || operations.contains(operation.name()))
        && (groups.contains("*") || groups.contains(kind.group()))
        && (versions.contains("*") || versions.contains(kind.version()))
        && resources.stream().anyMatch(r -> covers(r, kind.plural(), subresource));
  }

  /** Whether it is about this object; {@link #mayMatch} has to hold as well. */
  boolean matchesObject(AdmissionRequest request) {
    boolean namespace = request.kind().qualifiedKind().equals("Namespace");
    boolean clusterWide = namespace || request.namespace().isEmpty();
    boolean inScope =
        switch (scope) {
          case "Cluster" -> clusterWide;
          case "Namespaced" -> !clusterWide;
          default -> true;
        };
    return inScope && (names.isEmpty() || names.contains(request.name()));
  }

  private static boolean covers(String pattern, String plural, String subresource) {
    int slash = pattern.indexOf('/');
    String resource = slash < 0 ? pattern : pattern.substring(0, slash);
    String sub = slash < 0 ? "" : pattern.substring(slash + 1);
    return (resource.equals("*") || resource.equals(plural))
        && (sub.equals(subresource) || sub.equals("*"));
  }
}
