package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSecurityContext;

/** The further groups of a pod's processes. */
record SupplementalGroups(GroupIds strategy) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().supplementalGroups().absent()) {
      strategy
          .generated()
          .ifPresent(
              id ->
                  pod.fill(
                      PodSecurityContext::supplementalGroups,
                      to -> to.supplementalGroups().list().add(id)));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At groups = pod.context().supplementalGroups();
    strategy.check(groups, groups.each().stream().map(At::number).toList(), errors);
  }
}
