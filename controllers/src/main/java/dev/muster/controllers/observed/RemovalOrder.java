package dev.muster.controllers.observed;

import dev.muster.views.CoreV1.ContainerStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which of several active pods goes first when there are too many: the one that is missed least.
 * Not on a node before on a node, Pending before Unknown before Running, not ready before ready,
 * ready for a short time before ready for long, restarted often before seldom, young before old.
 */
public final class RemovalOrder implements Comparator<ObservedPod> {
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  private static final Comparator<ObservedPod> ORDER =
      Comparator.comparing(ObservedPod::scheduled)
          .thenComparingInt(pod -> PHASES.indexOf(pod.phase()))
          .thenComparing(ObservedPod::ready)
          .thenComparing(RemovalOrder::readySince, Comparator.reverseOrder())
          .thenComparing(pod -> restarts(pod, false), Comparator.reverseOrder())
          .thenComparing(pod -> restarts(pod, true), Comparator.reverseOrder())
          .thenComparing(ObservedPod::created, Comparator.reverseOrder());

  @Override
  public int compare(ObservedPod one, ObservedPod other) {
    return ORDER.compare(one, other);
  }

  /** Since when it is ready, and the distant future if nobody knows: such a pod goes first. */
  private static Instant readySince(ObservedPod pod) {
    return pod.condition("Ready")
        .filter(ready -> ready.status().text().equals("True"))
        .flatMap(ready -> ObservedPod.time(ready.lastTransitionTime()))
        .orElse(pod.ready() ? Instant.MAX : Instant.EPOCH);
  }

  private static long restarts(ObservedPod pod, boolean ofSidecars) {
    Set<String> sidecars =
        pod.spec().initContainers().stream()
            .filter(one -> one.restartPolicy().text().equals("Always"))
            .map(one -> one.name().text())
            .collect(Collectors.toSet());
    long most = 0;
    for (ContainerStatus status :
        ofSidecars ? pod.status().initContainerStatuses() : pod.status().containerStatuses()) {
      if (!ofSidecars || sidecars.contains(status.name().text())) {
        most = Math.max(most, status.restartCount().number());
      }
    }
    return most;
  }
}
