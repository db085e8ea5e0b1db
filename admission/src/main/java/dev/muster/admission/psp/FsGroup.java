package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSecurityContext;
import java.util.List;

/** The group that owns a pod's volumes. */
record FsGroup(GroupIds strategy) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().fsGroup().absent()) {
      strategy
          .generated()
          .ifPresent(id -> pod.fill(PodSecurityContext::fsGroup, to -> to.fsGroup(id)));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At group = pod.context().fsGroup();
    strategy.check(group, group.present() ? List.of(group.number()) : List.of(), errors);
  }
}
