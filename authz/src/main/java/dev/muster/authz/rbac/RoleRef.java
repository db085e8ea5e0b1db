package dev.muster.authz.rbac;

/**
 * The role a binding grants: a {@code Role} of the binding's namespace or a {@code ClusterRole}.
 */
public record RoleRef(String apiGroup, String kind, String name) {
  public static final String API_GROUP = "rbac.authorization.k8s.io";
  public static final String ROLE = "Role";
  public static final String CLUSTER_ROLE = "ClusterRole";

  public static RoleRef role(String name) {
    return new RoleRef(API_GROUP, ROLE, name);
  }

  public static RoleRef clusterRole(String name) {
    return new RoleRef(API_GROUP, CLUSTER_ROLE, name);
  }
}
