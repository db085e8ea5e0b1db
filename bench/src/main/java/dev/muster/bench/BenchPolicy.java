package dev.muster.bench;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.ArrayList;
import java.util.List;

/** The default roles and bindings, and a number of role bindings over up to 1,000 namespaces. */
final class BenchPolicy {
  private BenchPolicy() {}

  static RbacIndex index(int bindings) {
    List<RbacObject> objects = new ArrayList<>(DefaultPolicy.objects());
    for (int i = 0; i < namespaces(bindings); i++) {
      objects.add(
          new RbacObject.Role(
              Metadata.named("ns" + i, "reader"),
              List.of(PolicyRule.on(List.of(""), List.of("pods"), List.of("get", "list")))));
    }
    for (int i = 0; i < bindings; i++) {
      objects.add(binding(i, bindings, "user" + i));
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return index;
  }

  static RbacObject binding(int number, int bindings, String user) {
    return new RbacObject.RoleBinding(
        Metadata.named(namespace(number, bindings), "b" + number),
        List.of(Subject.user(user)),
        RoleRef.role("reader"));
  }

  /** About pods, by the user of a binding in its namespace; {@code get} is allowed. */
  static Attributes question(int number, int bindings, String verb) {
    User user = User.of("user" + number, "system:authenticated", "team" + number % 7);
    return Attributes.resource(user, verb, "", "v1", "pods", "", namespace(number, bindings), "p");
  }

  static String namespace(int number, int bindings) {
    return "ns" + number % namespaces(bindings);
  }

  static int namespaces(int bindings) {
    return Math.min(1000, bindings);
  }
}
