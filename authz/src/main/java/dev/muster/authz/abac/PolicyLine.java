package dev.muster.authz.abac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Grant;
import dev.muster.authz.User;

/**
 * One line of a policy file. An unset property is empty; {@code *} matches anything, except for
 * user and group, where it stands for {@code system:authenticated} and has been replaced by it.
 */
public record PolicyLine(
    String file,
    int line,
    String user,
    String group,
    boolean readonly,
    String apiGroup,
    String namespace,
    String resource,
    String nonResourcePath)
    implements Grant {

  static final String AUTHENTICATED = "system:authenticated";

  @Override
  public String describe() {
    return "policy file " + file + ", line " + line;
  }

  boolean concerns(User who) {
    boolean named = !user.isEmpty() || !group.isEmpty();
    return named
        && (user.isEmpty() || user.equals(who.name()))
        && (group.isEmpty() || who.groups().contains(group));
  }

  boolean allows(Attributes request) {
    return (!readonly || isRead(request.verb()))
        && (request.resourceRequest() ? matchesResource(request) : matchesPath(request.path()));
  }

  private boolean matchesResource(Attributes request) {
    return matches(namespace, request.namespace())
        && matches(resource, request.resource())
        && matches(apiGroup, request.apiGroup());
  }

  private boolean matchesPath(String path) {
    if (nonResourcePath.equals(path)) {
      return true;
    }
    int end = nonResourcePath.length();
    while (end > 0 && nonResourcePath.charAt(end - 1) == '*') {
      end--;
    }
    return end < nonResourcePath.length() && path.startsWith(nonResourcePath.substring(0, end));
  }

  private static boolean matches(String wanted, String actual) {
    return wanted.equals("*") || wanted.equals(actual);
  }

  private static boolean isRead(String verb) {
    return verb.equals("get") || verb.equals("list") || verb.equals("watch");
  }
}
