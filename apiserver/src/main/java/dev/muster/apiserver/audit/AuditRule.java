package dev.muster.apiserver.audit;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.List;
import java.util.Set;

/**
 * One rule of a policy. An empty list asks for nothing.
 *
 * @param level how much of requests that match is logged
 * @param omitManagedFields whether objects are written without {@code metadata.managedFields}
 * @param omitted stages that are not logged
 */
record AuditRule(
    AuditLevel level,
    boolean omitManagedFields,
    List<String> users,
    List<String> userGroups,
    List<String> verbs,
    List<Resources> resources,
    List<String> namespaces,
    List<String> nonResourceUrls,
    Set<AuditStage> omitted) {

  /** Resources of one group, as {@code pods}, {@code pods/log}, {@code pods/*}, {@code *}. */
  record Resources(String group, List<String> resources, List<String> names) {
    boolean match(RequestInfo info) {
      if (!group.equals(info.group())) {
        return false;
      }
      return resources.isEmpty()
          || (names.isEmpty() || names.contains(info.name()))
              && resources.stream().anyMatch(pattern -> matches(pattern, info));
    }

    private static boolean matches(String pattern, RequestInfo info) {
      String part = info.subresource();
      String whole = part.isEmpty() ? info.resource() : info.resource() + "/" + part;
      return pattern.equals("*")
          || pattern.equals(whole)
          || !part.isEmpty() && pattern.equals("*/" + part)
          || pattern.equals(info.resource() + "/*");
    }
  }

  boolean matches(User user, RequestInfo info) {
    if (!users.isEmpty() && !users.contains(user.name())
        || !userGroups.isEmpty() && user.groups().stream().noneMatch(userGroups::contains)
        || !verbs.isEmpty() && !verbs.contains(info.verb())) {
      return false;
    }
    if (!namespaces.isEmpty() || !resources.isEmpty()) {
      return info.resourceRequest()
          && (namespaces.isEmpty() || namespaces.contains(info.namespace()))
          && (resources.isEmpty() || resources.stream().anyMatch(one -> one.match(info)));
    }
    return nonResourceUrls.isEmpty()
        || !info.resourceRequest()
            && nonResourceUrls.stream().anyMatch(pattern -> matchesPath(pattern, info.path()));
  }

  private static boolean matchesPath(String pattern, String path) {
    return pattern.endsWith("*")
        ? path.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.equals(path);
  }
}
