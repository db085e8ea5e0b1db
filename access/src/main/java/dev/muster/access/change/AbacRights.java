package dev.muster.access.change;

import dev.muster.access.rights.Right;
import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.List;

/** What a line of ABAC allows, in the words of rules. */
final class AbacRights {
  /** Where a line without a namespace counts: for what is in none. */
  static final String CLUSTER_SCOPE = "cluster scope";

  private static final List<String> READ = List.of("get", "list", "watch");

  /** A line for a resource is for whatever is below it, too; these are what is dangerous of it. */
  private static final List<String> BELOW =
      List.of(
          "pods/exec",
          "pods/attach",
          "pods/ephemeralcontainers",
          "pods/portforward",
          "pods/log",
          "serviceaccounts/token",
          "nodes/proxy",
          "nodes/status",
          "certificatesigningrequests/approval");

  private AbacRights() {}

  static List<Right> of(PolicyLine line) {
    List<String> verbs = line.readonly() ? READ : List.of("*");
    List<Right> rights = new ArrayList<>();
    if (!line.resource().isEmpty()) {
      List<String> resources = new ArrayList<>(List.of(line.resource()));
      BELOW.stream().filter(s -> s.startsWith(line.resource() + "/")).forEach(resources::add);
      String where =
          switch (line.namespace()) {
            case "*" -> "";
            case "" -> CLUSTER_SCOPE;
            default -> line.namespace();
          };
      rights.add(new Right(where, PolicyRule.on(List.of(line.apiGroup()), resources, verbs)));
    }
    if (!line.nonResourcePath().isEmpty()) {
      rights.add(new Right("", PolicyRule.onUrls(List.of(line.nonResourcePath()), verbs)));
    }
    return rights;
  }

  /** Whether it concerns somebody of that name and these groups. */
  static boolean concerns(PolicyLine line, String user, List<String> groups) {
    return (!line.user().isEmpty() || !line.group().isEmpty())
        && (line.user().isEmpty() || line.user().equals(user))
        && (line.group().isEmpty() || groups.contains(line.group()));
  }
}
