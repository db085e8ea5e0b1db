package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.List;

/** The primary group of each container's processes. */
record RunAsGroup(GroupIds strategy) implements ContainerRule {

  @Override
  public void fill(ContainerDraft container) {
    if (group(container).absent()) {
      strategy
          .generated()
          .ifPresent(id -> container.fill(SecurityContext::runAsGroup, to -> to.runAsGroup(id)));
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At group = group(container);
    strategy.check(group, group.present() ? List.of(group.number()) : List.of(), errors);
  }

  private static At group(ContainerDraft container) {
    return container.effective(SecurityContext::runAsGroup, PodSecurityContext::runAsGroup);
  }
}
