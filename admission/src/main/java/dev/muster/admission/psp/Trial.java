package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.FieldError;
import java.util.List;

/**
 * What came of trying a policy on a pod.
 *
 * @param pod the pod as the policy would have it; what the policy fills in is in it even if it
 *     refuses the pod
 * @param changes what the policy filled in
 * @param faults why the policy refuses the pod; none if it does not
 */
public record Trial(
    Policy policy, ObjectNode pod, List<FilledIn> changes, List<FieldError> faults) {
  public Trial {
    changes = List.copyOf(changes);
    faults = List.copyOf(faults);
  }

  public boolean admits() {
    return faults.isEmpty();
  }

  public boolean admitsUnchanged() {
    return faults.isEmpty() && changes.isEmpty();
  }
}
