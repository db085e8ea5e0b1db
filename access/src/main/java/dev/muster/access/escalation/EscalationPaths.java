package dev.muster.access.escalation;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.List;

/**
 * All ways of somebody to become more, the shortest for each thing to become.
 *
 * @param paths the shortest first; whoever may do anything has none
 * @param notes what was not looked at, or left out
 */
public record EscalationPaths(List<EscalationPath> paths, List<String> notes) {
  public EscalationPaths {
    paths = List.copyOf(paths);
    notes = List.copyOf(notes);
  }

  /** Looks for them. The work is bounded, whatever the policy. */
  public static EscalationPaths of(RbacSnapshot policy, User user, Inventory known) {
    return new PathSearch(policy, user, known).run();
  }

  /** Whether one of them leads to somebody who may do anything. */
  public boolean reachEverything() {
    return paths.stream().anyMatch(EscalationPath::everything);
  }
}
