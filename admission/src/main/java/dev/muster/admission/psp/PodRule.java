package dev.muster.admission.psp;

import dev.muster.model.field.Errors;

/** What a policy says about a pod as a whole. */
interface PodRule {

  /** Fills in what the pod leaves open. */
  default void fill(PodDraft pod) {}

  /** Finds what the pod may not have. */
  void check(PodDraft pod, Errors errors);
}
