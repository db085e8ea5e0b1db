package dev.muster.access.change;

import java.util.List;

/**
 * What a change of a PodSecurityPolicy lets pods be.
 *
 * @param allows what pods under it may be now, and could not before; a sentence each
 * @param forbids the other way round
 * @param users who may use it afterwards, for people
 */
public record PodPolicyChange(
    String name, List<String> allows, List<String> forbids, List<String> users) {
  public PodPolicyChange {
    allows = List.copyOf(allows);
    forbids = List.copyOf(forbids);
    users = List.copyOf(users);
  }

  /** Whether somebody can have pods that nobody could have by it before. */
  public boolean dangerous() {
    return !allows.isEmpty() && !users.isEmpty();
  }
}
