package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.SecurityContext;

/** Containers may not write to their image's files. */
record ReadOnlyRoot() implements ContainerRule {

  @Override
  public void fill(ContainerDraft container) {
    if (container.own().readOnlyRootFilesystem().absent()) {
      container.fill(
          SecurityContext::readOnlyRootFilesystem, to -> to.readOnlyRootFilesystem(true));
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At readOnly = container.own().readOnlyRootFilesystem();
    if (readOnly.absent()) {
      errors.invalid(
          readOnly.path(), "null", "ReadOnlyRootFilesystem may not be nil and must be set to true");
    } else if (!readOnly.truth()) {
      errors.invalid(readOnly, "ReadOnlyRootFilesystem must be set to true");
    }
  }
}
