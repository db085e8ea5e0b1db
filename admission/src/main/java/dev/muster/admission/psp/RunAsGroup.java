package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.LongNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The primary group of each container's processes. */
record RunAsGroup(GroupIds strategy) implements ContainerRule {

  @Override
  public void fill(ContainerDraft container) {
    if (container.effective("runAsGroup").absent()) {
      strategy.generated().ifPresent(id -> container.set("runAsGroup", new LongNode(id)));
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At group = container.effective("runAsGroup");
    strategy.check(group, group.present() ? List.of(group.number()) : List.of(), errors);
  }
}
