package dev.muster.access.change;

import dev.muster.access.escalation.Inventory;
import java.util.ArrayList;
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

  /**
   * Compares everything.
   *
   * @param known what is there beside what decides
   * @param notes to which are added what was not looked at
   */
  public static ChangeReport between(
      PolicyState before,
      PolicyState after,
      PolicyObjectChanges objects,
      Inventory known,
      List<String> notes) {
    List<SubjectChange> subjects = AccessChange.between(before, after);
    OpenedWays ways =
        OpenedWays.between(
            before, after, known, subjects.stream().map(SubjectChange::subject).toList());
    List<String> all = new ArrayList<>(ways.notes());
    all.addAll(notes);
    return new ChangeReport(
        subjects, ways.ways(), objects.podPolicies(after.roles()), objects.admission(), all);
  }

  /** Whether somebody gains something that is dangerous, or a way to it. */
  public boolean dangerous() {
    return subjects.stream().anyMatch(SubjectChange::dangerous)
        || !ways.isEmpty()
        || podPolicies.stream().anyMatch(PodPolicyChange::dangerous);
  }

  /** The same of so many subjects, and so many ways. */
  public ChangeReport first(int most) {
    return new ChangeReport(
        subjects.stream().limit(most).toList(),
        ways.stream().limit(most).toList(),
        podPolicies,
        admission,
        notes);
  }

  /** Whether nothing changes. */
  public boolean isEmpty() {
    return subjects.isEmpty() && ways.isEmpty() && podPolicies.isEmpty() && admission.isEmpty();
  }
}
