package dev.muster.admission.psp;

import dev.muster.model.field.Errors;
import java.util.List;

/**
 * A policy's rules, in the order in which their faults are told.
 *
 * @param problems what makes the policy unusable: it then admits nothing
 */
record PolicyRules(List<PodRule> pod, List<ContainerRule> container, Errors problems) {

  void fill(PodDraft draft) {
    pod.forEach(rule -> rule.fill(draft));
    for (ContainerDraft c : draft.containers()) {
      container.forEach(rule -> rule.fill(c));
    }
  }

  void check(PodDraft draft, Errors errors) {
    pod.forEach(rule -> rule.check(draft, errors));
    for (ContainerDraft c : draft.containers()) {
      container.forEach(rule -> rule.check(c, errors));
    }
  }
}
