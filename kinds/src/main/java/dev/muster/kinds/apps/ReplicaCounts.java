package dev.muster.kinds.apps;

import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** The counts in the status of workloads with replicas. */
public final class ReplicaCounts {
  private static final String TOO_MANY = "cannot be greater than status.replicas";

  private ReplicaCounts() {}

  /** Checks that none of these counts exceeds the number of replicas. */
  public static void validate(At replicas, Errors errors, At... counts) {
    for (At count : counts) {
      Numbers.validateAtMost(count, replicas.number(), TOO_MANY, errors);
    }
  }

  /** Checks that no more are available than ready. */
  public static void validateAvailable(At available, At ready, String than, Errors errors) {
    Numbers.validateAtMost(available, ready.number(), "cannot be greater than " + than, errors);
  }

  /** Checks that collisions only become more. */
  static void validateCollisions(At count, At was, Errors errors) {
    if (was.present() && (count.absent() || count.number() < was.number())) {
      errors.invalid(count.path(), Long.toString(count.number()), "cannot be decremented");
    }
  }
}
