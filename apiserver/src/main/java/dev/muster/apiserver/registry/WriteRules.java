package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server asks of every write, whatever its kind, and makes of it. */
public record WriteRules(
    FieldOwnership ownership,
    List<WriteGuard> guards,
    List<Assignment> assignments,
    List<Consequence> consequences) {

  public WriteRules {
    guards = List.copyOf(guards);
    assignments = List.copyOf(assignments);
    consequences = List.copyOf(consequences);
  }

  /** Those that only keep track of owners. */
  public static WriteRules of(FieldOwnership ownership) {
    return new WriteRules(ownership, List.of(), List.of(), List.of());
  }

  void guard(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    for (WriteGuard guard : guards) {
      guard.check(request, object, old);
    }
  }

  void assign(Attempt attempt) {
    for (Assignment assignment : assignments) {
      attempt.hold(assignment.assign(attempt.request(), attempt.object(), attempt.old()));
    }
  }

  /** Whether another server might give out the same at the same time. */
  boolean compete(WriteRequest request) {
    return assignments.stream().anyMatch(each -> each.competes(request));
  }

  /** To be called when a write was stored. */
  void follow(WriteRequest request, String name) {
    for (Consequence consequence : consequences) {
      consequence.follow(request, name);
    }
  }
}
