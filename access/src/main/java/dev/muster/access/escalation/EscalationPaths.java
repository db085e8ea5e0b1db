package dev.muster.access.escalation;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * All ways of somebody to become more, the shortest for each thing to become.
 *
 * @param paths the shortest first; whoever may do anything has none
 * @param notes what was not looked at, or left out
 * @param complete whether all that is known was followed to its end
 */
public record EscalationPaths(List<EscalationPath> paths, List<String> notes, boolean complete) {
  public EscalationPaths {
    paths = List.copyOf(paths);
    notes = List.copyOf(notes);
  }

  /** Looks for them. The work is bounded, whatever the policy. */
  public static EscalationPaths of(RbacSnapshot policy, User user, Inventory known) {
    return new PathSearch(new Ground(policy, known), user).run();
  }

  /** Whether one of them leads to somebody who may do anything. */
  public boolean reachEverything() {
    return everything().isPresent();
  }

  /** The shortest of those. */
  public Optional<EscalationPath> everything() {
    return paths.stream().filter(EscalationPath::everything).findFirst();
  }
}
