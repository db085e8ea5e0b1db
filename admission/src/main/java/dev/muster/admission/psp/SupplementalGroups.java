package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** The further groups of a pod's processes. */
record SupplementalGroups(GroupIds strategy) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().get("supplementalGroups").absent()) {
      strategy
          .generated()
          .ifPresent(
              id -> pod.set("supplementalGroups", JsonNodeFactory.instance.arrayNode().add(id)));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At groups = pod.context().get("supplementalGroups");
    strategy.check(groups, groups.each().stream().map(At::number).toList(), errors);
  }
}
