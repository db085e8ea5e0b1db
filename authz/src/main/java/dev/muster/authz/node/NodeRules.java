package dev.muster.authz.node;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.List;

/** The rules of the default role {@code system:node}, whatever became of the stored one. */
final class NodeRules {
  private static final String ROLE = "system:node";

  private final RbacAuthorizer rules;

  NodeRules() {
    RbacIndex index = new RbacIndex();
    for (RbacObject object : DefaultPolicy.objects()) {
      if (object instanceof RbacObject.ClusterRole role && role.name().equals(ROLE)) {
        index.put(role);
      }
    }
    index.put(
        new RbacObject.ClusterRoleBinding(
            Metadata.named(ROLE),
            List.of(Subject.group(NodeIdentity.GROUP)),
            RoleRef.clusterRole(ROLE)));
    this.rules = new RbacAuthorizer(index);
  }

  boolean allow(Attributes request) {
    return rules.authorize(request).allowed();
  }
}
