package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.Optional;

/**
 * Whether a process may gain more privileges than its parent.
 *
 * @param usual for containers that do not say
 */
record PrivilegeEscalation(boolean allowed, Optional<Boolean> usual) implements ContainerRule {
  private static final String FIELD = "allowPrivilegeEscalation";

  static PrivilegeEscalation of(At spec) {
    boolean allowed = spec.get("allowPrivilegeEscalation").optionalTruth().orElse(true);
    Optional<Boolean> usual = spec.get("defaultAllowPrivilegeEscalation").optionalTruth();
    return new PrivilegeEscalation(
        allowed, usual.isEmpty() && !allowed ? Optional.of(false) : usual);
  }

  @Override
  public void fill(ContainerDraft container) {
    if (container.own(FIELD).absent()) {
      usual.ifPresent(value -> container.set(FIELD, BooleanNode.valueOf(value)));
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At escalation = container.own(FIELD);
    if (!allowed && escalation.optionalTruth().orElse(true)) {
      errors.invalid(escalation, "Allowing privilege escalation for containers is not allowed");
    }
  }
}
