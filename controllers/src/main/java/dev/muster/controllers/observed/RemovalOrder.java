package dev.muster.controllers.observed;

import com.fasterxml.jackson.databind.JsonNode;
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
        .filter(ready -> ObservedPod.statusOf(ready).equals("True"))
        .flatMap(ready -> ObservedPod.time(ready.path("lastTransitionTime")))
        .orElse(pod.ready() ? Instant.MAX : Instant.EPOCH);
  }

  private static long restarts(ObservedPod pod, boolean ofSidecars) {
    String list = ofSidecars ? "initContainerStatuses" : "containerStatuses";
    Set<String> sidecars =
        pod.spec()
            .path("initContainers")
            .valueStream()
            .filter(one -> one.path("restartPolicy").asText().equals("Always"))
            .map(one -> one.path("name").asText())
            .collect(Collectors.toSet());
    long most = 0;
    for (JsonNode status : pod.status().path(list)) {
      if (!ofSidecars || sidecars.contains(status.path("name").asText())) {
        most = Math.max(most, status.path("restartCount").asLong());
      }
    }
    return most;
  }
}
