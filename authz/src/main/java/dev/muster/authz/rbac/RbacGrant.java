package dev.muster.authz.rbac;

import dev.muster.authz.Grant;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.base.go.GoText;

/** The binding, the subject in it that concerns the user, the role and the rule that allowed. */
public record RbacGrant(AnyBinding binding, Subject subject, AnyRole role, PolicyRule rule)
    implements Grant {

  /** {@code RoleBinding "read/default" of Role "reader" to User "jane"}. */
  @Override
  public String describe() {
    String where =
        switch (binding) {
          case RbacObject.RoleBinding b ->
              "RoleBinding " + GoText.quote(b.name() + "/" + b.namespace());
          case RbacObject.ClusterRoleBinding b -> "ClusterRoleBinding " + GoText.quote(b.name());
        };
    RoleRef ref = binding.roleRef();
    return where
        + " of "
        + ref.kind()
        + " "
        + GoText.quote(ref.name())
        + " to "
        + subject.describe(binding.namespace());
  }
}
