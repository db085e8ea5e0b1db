package dev.muster.authz.rbac;

import java.util.Arrays;
import java.util.Optional;

/** The four kinds, with the names they have on the wire. */
public enum RbacKind {
  ROLE("Role", "roles", true),
  CLUSTER_ROLE("ClusterRole", "clusterroles", false),
  ROLE_BINDING("RoleBinding", "rolebindings", true),
  CLUSTER_ROLE_BINDING("ClusterRoleBinding", "clusterrolebindings", false);

  private final String kind;
  private final String resource;
  private final boolean namespaced;

  RbacKind(String kind, String resource, boolean namespaced) {
    this.kind = kind;
    this.resource = resource;
    this.namespaced = namespaced;
  }

  public String kind() {
    return kind;
  }

  public String resource() {
    return resource;
  }

  public boolean namespaced() {
    return namespaced;
  }

  public static Optional<RbacKind> ofResource(String resource) {
    return Arrays.stream(values()).filter(k -> k.resource.equals(resource)).findFirst();
  }

  public static Optional<RbacKind> ofKind(String kind) {
    return Arrays.stream(values()).filter(k -> k.kind.equals(kind)).findFirst();
  }
}
