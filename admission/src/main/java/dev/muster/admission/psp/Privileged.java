package dev.muster.admission.psp;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;

/** Whether containers may be privileged. */
record Privileged(boolean allowed) implements ContainerRule {
  @Override
  public void check(ContainerDraft container, Errors errors) {
    At privileged = container.own("privileged");
    if (!allowed && privileged.truth()) {
      errors.invalid(privileged, "Privileged containers are not allowed");
    }
  }
}
