package dev.muster.runtime.service;

import dev.muster.cri.v1.ContainerFilter;
import dev.muster.cri.v1.PodSandboxFilter;
import dev.muster.cri.v1.PodSandboxState;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Sandbox;
import java.util.Map;

/** Which sandboxes and containers a list holds. */
final class Filters {
  private Filters() {}

  static boolean passes(Sandbox sandbox, PodSandboxFilter filter) {
    return sandbox.id().startsWith(filter.getId())
        && (!filter.hasState() || state(sandbox) == filter.getState().getState())
        && labelled(sandbox.config().getLabelsMap(), filter.getLabelSelectorMap());
  }

  static boolean passes(Container container, ContainerFilter filter) {
    return container.id().startsWith(filter.getId())
        && container.sandbox().startsWith(filter.getPodSandboxId())
        && (!filter.hasState() || container.state() == filter.getState().getState())
        && labelled(container.config().getLabelsMap(), filter.getLabelSelectorMap());
  }

  static PodSandboxState state(Sandbox sandbox) {
    return sandbox.ready() ? PodSandboxState.SANDBOX_READY : PodSandboxState.SANDBOX_NOTREADY;
  }

  static boolean labelled(Map<String, String> labels, Map<String, String> wanted) {
    for (Map.Entry<String, String> each : wanted.entrySet()) {
      if (!each.getValue().equals(labels.get(each.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
