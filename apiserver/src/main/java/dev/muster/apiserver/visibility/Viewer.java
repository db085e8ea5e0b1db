package dev.muster.apiserver.visibility;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.VisibleObjects;
import java.util.Optional;

/** Who looks at which resource, to list it or to watch it. */
record Viewer(User user, String verb, String group, String resource) {

  static Viewer of(Attributes request) {
    return new Viewer(request.user(), request.verb(), request.apiGroup(), request.resource());
  }

  /** What they see; empty if roles name too much to them. */
  Optional<VisibleObjects> in(RbacSnapshot policy) {
    return policy.visibleTo(user, verb, group, resource);
  }

  /** All that decides what they see. */
  String text() {
    return String.join("\n", verb, group, resource, user.name(), String.join("\n", user.groups()));
  }
}
