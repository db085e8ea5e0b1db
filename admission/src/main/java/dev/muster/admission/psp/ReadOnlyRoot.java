package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Containers may not write to their image's files. */
record ReadOnlyRoot() implements ContainerRule {
  private static final String FIELD = "readOnlyRootFilesystem";

  @Override
  public void fill(ContainerDraft container) {
    if (container.own(FIELD).absent()) {
      container.set(FIELD, BooleanNode.TRUE);
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At readOnly = container.own(FIELD);
    if (readOnly.absent()) {
      errors.invalid(
          readOnly.path(), "null", "ReadOnlyRootFilesystem may not be nil and must be set to true");
    } else if (!readOnly.truth()) {
      errors.invalid(readOnly, "ReadOnlyRootFilesystem must be set to true");
    }
  }
}
