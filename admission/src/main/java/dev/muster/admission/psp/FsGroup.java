package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The group that owns a pod's volumes. */
record FsGroup(GroupIds strategy) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().get("fsGroup").absent()) {
      strategy.generated().ifPresent(id -> pod.set("fsGroup", new LongNode(id)));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At group = pod.context().get("fsGroup");
    strategy.check(group, group.present() ? List.of(group.number()) : List.of(), errors);
  }
}
