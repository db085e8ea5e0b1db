package dev.muster.apiserver.visibility;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.VisibleObjects;

/**
 * Who looks at which resource, to list it or to watch it.
 *
 * @param namespace where; empty for everywhere
 */
record Viewer(User user, String verb, String group, String resource, String namespace) {

  static Viewer of(Attributes request) {
    return new Viewer(
        request.user(),
        request.verb(),
        request.apiGroup(),
        request.resource(),
        request.namespace());
  }

  VisibleObjects in(RbacSnapshot policy) {
    return policy.visibleTo(user, verb, group, resource, namespace);
  }

  /** All that decides what they see. */
  String text() {
    return String.join(
        "\n", verb, group, resource, namespace, user.name(), String.join("\n", user.groups()));
  }
}
