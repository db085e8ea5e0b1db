package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.SecurityContext;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicySpec;
import java.util.Optional;

/**
 * Whether a process may gain more privileges than its parent.
 *
 * @param usual for containers that do not say
 */
record PrivilegeEscalation(boolean allowed, Optional<Boolean> usual) implements ContainerRule {
  static PrivilegeEscalation of(PodSecurityPolicySpec spec) {
    boolean allowed = spec.allowPrivilegeEscalation().optionalTruth().orElse(true);
    Optional<Boolean> usual = spec.defaultAllowPrivilegeEscalation().optionalTruth();
    return new PrivilegeEscalation(
        allowed, usual.isEmpty() && !allowed ? Optional.of(false) : usual);
  }

  @Override
  public void fill(ContainerDraft container) {
    if (container.own().allowPrivilegeEscalation().absent()) {
      usual.ifPresent(
          value ->
              container.fill(
                  SecurityContext::allowPrivilegeEscalation,
                  to -> to.allowPrivilegeEscalation(value)));
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At escalation = container.own().allowPrivilegeEscalation();
    if (!allowed && escalation.optionalTruth().orElse(true)) {
      errors.invalid(escalation, "Allowing privilege escalation for containers is not allowed");
    }
  }
}
