package dev.muster.scheduler;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** What may happen in a cluster so that a pod fits which did not. */
enum ClusterEvent {
  /** A node is new, or is other than it was. */
  NODE_CHANGED,
  /** A pod has left its node, or takes less of it. */
  POD_LEFT,
  /** A pod has its node: one may want to be near it. */
  POD_PLACED,
  /** A namespace has other labels. */
  NAMESPACE_CHANGED;

  /** What may help a pod against these. */
  static Set<ClusterEvent> against(Collection<Misfit> misfits) {
    Set<ClusterEvent> helpful = EnumSet.of(NODE_CHANGED);
    for (Misfit misfit : misfits) {
      switch (misfit.rule()) {
        case "InterPodAffinity" -> helpful.addAll(EnumSet.allOf(ClusterEvent.class));
        case "PodTopologySpread" -> helpful.addAll(EnumSet.of(POD_LEFT, POD_PLACED));
        default -> {
          if (!misfit.helpless()) {
            helpful.add(POD_LEFT);
          }
        }
      }
    }
    return helpful;
  }
}
