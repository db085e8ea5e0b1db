package dev.muster.authz.rbac;

/**
 * The role a binding grants: a {@code Role} of the binding's namespace or a {@code ClusterRole}.
 */
public record RoleRef(String apiGroup, String kind, String name) {
  /** The group of all roles. */
  public static final String API_GROUP = "rbac.authorization.k8s.io";

  /** The kind of a role in the binding's own namespace. */
  public static final String ROLE = "Role";

  /** The kind of a cluster-scoped role. */
  public static final String CLUSTER_ROLE = "ClusterRole";

  /** A role of the binding's own namespace. */
  public static RoleRef role(String name) {
    return new RoleRef(API_GROUP, ROLE, name);
  }

  /** A cluster-scoped role. */
  public static RoleRef clusterRole(String name) {
    return new RoleRef(API_GROUP, CLUSTER_ROLE, name);
  }
}
