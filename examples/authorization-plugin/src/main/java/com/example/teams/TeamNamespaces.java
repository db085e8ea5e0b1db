package com.example.teams;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import java.util.List;
import java.util.Set;

/**
 * Members of the group {@code team:blue} may do anything in the namespaces {@code blue} and {@code
 * blue-...}. Nobody may change anything in a namespace whose name ends with {@code -frozen},
 * whatever the modes after this one say. Everything else is left to them.
 */
final class TeamNamespaces implements Authorizer {
  private static final String TEAM = "team:";
  private static final Set<String> READING = Set.of("get", "list", "watch");

  @Override
  public Decision authorize(Attributes request) {
    String namespace = request.namespace();
    if (!request.resourceRequest() || namespace.isEmpty()) {
      return Decision.NoOpinion.SILENT;
    }
    if (namespace.endsWith("-frozen") && !READING.contains(request.verb())) {
      return new Decision.Deny("namespace " + namespace + " is frozen", List.of());
    }
    for (String group : request.user().groups()) {
      if (group.startsWith(TEAM) && owns(group.substring(TEAM.length()), namespace)) {
        return new Decision.Allow(
            () -> "membership of " + group, "TeamNamespaces: " + group + " owns " + namespace);
      }
    }
    return Decision.NoOpinion.SILENT;
  }

  private static boolean owns(String team, String namespace) {
    return namespace.equals(team) || namespace.startsWith(team + "-");
  }
}
