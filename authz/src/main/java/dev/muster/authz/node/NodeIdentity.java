package dev.muster.authz.node;

import dev.muster.authz.User;

/** Which node a user is: {@code system:node:NAME} in {@code system:nodes}. */
public final class NodeIdentity {
  /** The group that all nodes are in. */
  public static final String GROUP = "system:nodes";

  private static final String PREFIX = "system:node:";

  private NodeIdentity() {}

  /** Whether the user says to be a node; its name may still be empty. */
  public static boolean isNode(User user) {
    return user.name().startsWith(PREFIX) && user.groups().contains(GROUP);
  }

  /** The node's name, for a user that is one. */
  public static String name(User user) {
    return user.name().substring(PREFIX.length());
  }
}
