package dev.muster.authz.rbac;

import java.util.Arrays;
import java.util.Optional;

/** The four kinds, with the names they have on the wire. */
public enum RbacKind {
  /** Rules of one namespace. */
  ROLE("Role", "roles", true),
  /** Rules of no namespace, for use in any. */
  CLUSTER_ROLE("ClusterRole", "clusterroles", false),
  /** Gives a role in one namespace. */
  ROLE_BINDING("RoleBinding", "rolebindings", true),
  /** Gives a role everywhere. */
  CLUSTER_ROLE_BINDING("ClusterRoleBinding", "clusterrolebindings", false);

  private final String kind;
  private final String resource;
  private final boolean namespaced;

  RbacKind(String kind, String resource, boolean namespaced) {
    this.kind = kind;
    this.resource = resource;
    this.namespaced = namespaced;
  }

  /** As objects name it. */
  public String kind() {
    return kind;
  }

  /** As paths name it. */
  public String resource() {
    return resource;
  }

  /** Whether its objects live in namespaces. */
  public boolean namespaced() {
    return namespaced;
  }

  /** By the name in paths, if it is one of them. */
  public static Optional<RbacKind> ofResource(String resource) {
    return Arrays.stream(values()).filter(k -> k.resource.equals(resource)).findFirst();
  }

  /** By the name in objects, if it is one of them. */
  public static Optional<RbacKind> ofKind(String kind) {
    return Arrays.stream(values()).filter(k -> k.kind.equals(kind)).findFirst();
  }
}
