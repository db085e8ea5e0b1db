package dev.muster.authz.rbac;

import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;

/** Whom a binding concerns. An unknown kind concerns nobody. */
public record Subject(String kind, String apiGroup, String name, String namespace) {
  /** The kind of a subject that is one user. */
  public static final String USER = "User";

  /** The kind of a subject that is all members of a group. */
  public static final String GROUP = "Group";

  /** The kind of a subject that is a service account. */
  public static final String SERVICE_ACCOUNT = "ServiceAccount";

  /** One user. */
  public static Subject user(String name) {
    return new Subject(USER, RoleRef.API_GROUP, name, "");
  }

  /** All members of a group. */
  public static Subject group(String name) {
    return new Subject(GROUP, RoleRef.API_GROUP, name, "");
  }

  /** One service account. */
  public static Subject serviceAccount(String namespace, String name) {
    return new Subject(SERVICE_ACCOUNT, "", name, namespace);
  }

  /** Whether a binding in this namespace (empty for a cluster binding) concerns the user. */
  public boolean appliesTo(User user, String bindingNamespace) {
    return switch (kind) {
      case GROUP -> user.groups().contains(name);
      default -> user.name().equals(userName(bindingNamespace)) && hasUserName(bindingNamespace);
    };
  }

  boolean isGroup() {
    return kind.equals(GROUP);
  }

  /** Whether this subject stands for exactly one user name. */
  boolean hasUserName(String bindingNamespace) {
    return switch (kind) {
      case USER -> true;
      case SERVICE_ACCOUNT -> !namespace.isEmpty() || !bindingNamespace.isEmpty();
      default -> false;
    };
  }

  /** The user name meant; only meaningful if {@link #hasUserName}. */
  String userName(String bindingNamespace) {
    if (!kind.equals(SERVICE_ACCOUNT)) {
      return name;
    }
    String owner = namespace.isEmpty() ? bindingNamespace : namespace;
    return new ServiceAccountName(owner, name).userName();
  }

  /** {@code User "jane"}, {@code ServiceAccount "default/kube-system"}. */
  public String describe(String bindingNamespace) {
    if (!kind.equals(SERVICE_ACCOUNT)) {
      return kind + " " + GoText.quote(name);
    }
    String owner = namespace.isEmpty() ? bindingNamespace : namespace;
    return kind + " " + GoText.quote(name + "/" + owner);
  }
}
