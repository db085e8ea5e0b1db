package dev.muster.access.change;

import java.util.List;

/**
 * All that a change does.
 *
 * @param subjects who gains and loses rights
 * @param ways who can come to be somebody who may do anything, and could not
 * @param podPolicies which pods may be, and may not any more
 * @param admission which requests are asked about, a sentence each
 * @param notes what was not looked at
 */
public record ChangeReport(
    List<SubjectChange> subjects,
    List<OpenedWays.Opened> ways,
    List<PodPolicyChange> podPolicies,
    List<String> admission,
    List<String> notes) {
  public ChangeReport {
    subjects = List.copyOf(subjects);
    ways = List.copyOf(ways);
    podPolicies = List.copyOf(podPolicies);
    admission = List.copyOf(admission);
    notes = List.copyOf(notes);
  }

  /** Whether somebody gains something that is dangerous, or a way to it. */
  public boolean dangerous() {
    return subjects.stream().anyMatch(SubjectChange::dangerous)
        || !ways.isEmpty()
        || podPolicies.stream().anyMatch(PodPolicyChange::dangerous);
  }

  /** Whether nothing changes. */
  public boolean isEmpty() {
    return subjects.isEmpty() && ways.isEmpty() && podPolicies.isEmpty() && admission.isEmpty();
  }
}
