package dev.muster.apiserver.server;

import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.Authorizer;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.UnionAuthorizer;
import java.util.ArrayList;
import java.util.List;

/** From the names of {@code --authorization-mode} to authorizers. */
final class Modes {
  private Modes() {}

  /** The modes in their order, after the group that may do anything. */
  static Authorizer authorizer(List<String> names, RbacMirror rbac) {
    List<Authorizer> all = new ArrayList<>();
    all.add(PrivilegedGroup.masters());
    for (String name : names) {
      all.add(
          switch (name) {
            case "AlwaysAllow" -> new AlwaysAllow();
            case "AlwaysDeny" -> new AlwaysDeny();
            case "RBAC" -> rbac;
            default ->
                throw new IllegalArgumentException(
                    "--authorization-mode: \""
                        + name
                        + "\" is not a mode: choose from AlwaysAllow, AlwaysDeny, RBAC");
          });
    }
    return new UnionAuthorizer(all);
  }
}
