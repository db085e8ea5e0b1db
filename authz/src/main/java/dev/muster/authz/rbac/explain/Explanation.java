package dev.muster.authz.rbac.explain;

import dev.muster.authz.rbac.RbacGrant;
import java.util.List;

/** Why a policy decides on a request as it does. */
public sealed interface Explanation {

  /** Each of these allows it; the first is the one that a decision names. */
  record Allowed(List<RbacGrant> grants) implements Explanation {
    public Allowed {
      grants = List.copyOf(grants);
    }
  }

  /**
   * Nothing allows it.
   *
   * @param nearest what comes nearest to allowing it, the nearest first
   * @param smallest what would allow it, and nothing else
   * @param fixes what would allow it by what is there already, the least generous first
   * @param problems bindings of the user that grant nothing, and why
   */
  record Refused(
      List<NearMiss> nearest, SmallestGrant smallest, List<Fix> fixes, List<String> problems)
      implements Explanation {
    public Refused {
      nearest = List.copyOf(nearest);
      fixes = List.copyOf(fixes);
      problems = List.copyOf(problems);
    }
  }
}
