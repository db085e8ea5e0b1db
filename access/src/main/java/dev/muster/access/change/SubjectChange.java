package dev.muster.access.change;

import dev.muster.access.rights.Danger;
import dev.muster.access.rights.Right;
import dev.muster.authz.rbac.Subject;
import java.util.List;

/** What a change does for one subject, who is nobody else: members of groups gain with these. */
public record SubjectChange(Subject subject, List<Right> gains, List<Right> losses) {
  public SubjectChange {
    gains = List.copyOf(gains);
    losses = List.copyOf(losses);
  }

  /** Whether it gains something that is dangerous. */
  public boolean dangerous() {
    return gains.stream().anyMatch(right -> !Danger.of(right.rule()).isEmpty());
  }
}
