package dev.muster.access.record;

import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Rules as roles and bindings: a ClusterRole for what was done to the whole cluster, a Role for
 * each namespace. Namespaces that need the same share a ClusterRole, bound in each of them.
 */
final class RecordedPolicy {
  /** So many that they share one. */
  private static final int MANY = 3;

  private final List<RbacObject> objects = new ArrayList<>();
  private final List<Subject> subjects;
  private final String name;
  private int shared;

  private RecordedPolicy(Subject subject, String name) {
    this.subjects = List.of(subject);
    this.name = name;
  }

  static List<RbacObject> of(Map<String, List<PolicyRule>> rules, Subject subject, String name) {
    RecordedPolicy policy = new RecordedPolicy(subject, name);
    Map<String, List<String>> alike = new LinkedHashMap<>();
    rules.forEach(
        (place, all) -> {
          if (place.isEmpty()) {
            policy.cluster(all);
          } else {
            alike.computeIfAbsent(text(all), rule -> new ArrayList<>()).add(place);
          }
        });
    alike
        .values()
        .forEach(
            places -> policy.namespaces(rules.getOrDefault(places.getFirst(), List.of()), places));
    return List.copyOf(policy.objects);
  }

  /** All quoted: the same text is the same rules. */
  private static String text(List<PolicyRule> rules) {
    return rules.stream().map(PolicyRule::compact).collect(Collectors.joining());
  }

  private void cluster(List<PolicyRule> rules) {
    Metadata metadata = Metadata.named(name);
    objects.add(new RbacObject.ClusterRole(metadata, rules, List.of()));
    objects.add(new RbacObject.ClusterRoleBinding(metadata, subjects, RoleRef.clusterRole(name)));
  }

  private void namespaces(List<PolicyRule> rules, List<String> namespaces) {
    if (namespaces.size() < MANY) {
      for (String namespace : namespaces) {
        Metadata metadata = Metadata.named(namespace, name);
        objects.add(new RbacObject.Role(metadata, rules));
        objects.add(new RbacObject.RoleBinding(metadata, subjects, RoleRef.role(name)));
      }
      return;
    }
    String role = name + "-" + ++shared;
    objects.add(new RbacObject.ClusterRole(Metadata.named(role), rules, List.of()));
    for (String namespace : namespaces) {
      objects.add(
          new RbacObject.RoleBinding(
              Metadata.named(namespace, role), subjects, RoleRef.clusterRole(role)));
    }
  }
}
