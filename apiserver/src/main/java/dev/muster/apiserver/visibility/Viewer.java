package dev.muster.apiserver.visibility;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.VisibleObjects;
import java.util.List;
import java.util.Map;

/**
 * Who looks at which resource, to list it or to watch it: all that decides what they see, and
 * nothing else. Those that are equal see the same.
 *
 * @param namespace where; empty for everywhere
 */
record Viewer(
    String name,
    List<String> groups,
    String verb,
    String group,
    String resource,
    String namespace) {

  static Viewer of(Attributes request) {
    return new Viewer(
        request.user().name(),
        request.user().groups(),
        request.verb(),
        request.apiGroup(),
        request.resource(),
        request.namespace());
  }

  VisibleObjects in(RbacSnapshot policy) {
    User user = new User(name, "", groups, Map.of());
    return policy.visibleTo(user, verb, group, resource, namespace);
  }

  /** In characters. */
  int length() {
    return name.length() + namespace.length() + groups.stream().mapToInt(String::length).sum();
  }
}
