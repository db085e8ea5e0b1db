package dev.muster.access.escalation;

import java.util.List;

/**
 * A way to become more.
 *
 * @param becomes what one is at its end, for people
 * @param everything whether that is somebody who may do anything
 */
public record EscalationPath(String becomes, boolean everything, List<EscalationStep> steps) {
  public EscalationPath {
    steps = List.copyOf(steps);
  }
}
