package dev.muster.authz.rbac;

import dev.muster.base.go.GoText;

/** What is wrong with a reference to a role that cannot be resolved, in Kubernetes' words. */
public final class RoleProblem {
  private RoleProblem() {}

  /** As the RBAC authorizer reports it: by the referenced kind. */
  public static String seenByAuthorizer(RoleRef ref) {
    return switch (ref.kind()) {
      case RoleRef.ROLE -> notFound("role", ref.name());
      case RoleRef.CLUSTER_ROLE -> notFound("clusterrole", ref.name());
      default -> unsupported(ref);
    };
  }

  /** As a write to an RBAC resource reports it: by the resource being written. */
  public static String seenByWrite(RbacKind written, RoleRef ref) {
    return switch (ref.kind()) {
      case RoleRef.ROLE, RoleRef.CLUSTER_ROLE -> notFound(written.resource(), ref.name());
      default -> unsupported(ref);
    };
  }

  private static String notFound(String resource, String name) {
    return resource + "." + RoleRef.API_GROUP + " " + GoText.quote(name) + " not found";
  }

  private static String unsupported(RoleRef ref) {
    return "unsupported role reference kind: " + GoText.quote(ref.kind());
  }
}
