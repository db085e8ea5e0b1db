package dev.muster.admission.psp;

import dev.muster.model.field.Errors;

/** What a policy says about each container, also init and ephemeral ones. */
interface ContainerRule {

  /** Fills in what the container and its pod leave open. */
  default void fill(ContainerDraft container) {}

  /** Finds what the container may not have. */
  void check(ContainerDraft container, Errors errors);
}
