package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Whether containers may be privileged. */
record Privileged(boolean allowed) implements ContainerRule {
  @Override
  public void check(ContainerDraft container, Errors errors) {
    At privileged = container.own().privileged();
    if (!allowed && privileged.truth()) {
      errors.invalid(privileged, "Privileged containers are not allowed");
    }
  }
}
