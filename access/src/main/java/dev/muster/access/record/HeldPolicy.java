package dev.muster.access.record;

import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Right;
import dev.muster.access.rights.Rights;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.List;

/** All that a user has, through groups too, as if it were given to one subject. */
final class HeldPolicy {
  private HeldPolicy() {}

  static RbacSnapshot of(RbacSnapshot policy, User user, Subject subject) {
    List<RbacObject> objects = new ArrayList<>();
    int number = 0;
    for (HeldRight held : Rights.of(policy, user)) {
      Right right = held.right();
      String name = "held-" + number++;
      Metadata metadata = Metadata.named(name);
      RoleRef ref = RoleRef.clusterRole(name);
      List<Subject> subjects = List.of(subject);
      objects.add(new RbacObject.ClusterRole(metadata, List.of(right.rule()), List.of()));
      objects.add(
          right.where().isEmpty()
              ? new RbacObject.ClusterRoleBinding(metadata, subjects, ref)
              : new RbacObject.RoleBinding(Metadata.named(right.where(), name), subjects, ref));
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return index.snapshot();
  }
}
