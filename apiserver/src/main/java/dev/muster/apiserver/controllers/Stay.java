package dev.muster.apiserver.controllers;

import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.CoreV1.Toleration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long a pod may stay on a node, by the node's NoExecute taints and the pod's tolerations. */
sealed interface Stay {
  Duration LONGEST = Duration.ofDays(36_500);

  /** Nothing drives it out. */
  record Forever() implements Stay {}

  /** For a while, which may be none at all. */
  record Until(Duration time) implements Stay {}

  static Stay of(List<Toleration> tolerations, List<Taint> taints) {
    Duration shortest = LONGEST;
    boolean forever = true;
    for (Taint taint : taints) {
      // the first that matches counts, as in Kubernetes
      Optional<Toleration> toleration =
          tolerations.stream().filter(one -> TaintToleration.tolerates(one, taint)).findFirst();
      if (toleration.isEmpty()) {
        return new Until(Duration.ZERO);
      }
      At seconds = toleration.get().tolerationSeconds();
      if (seconds.present()) {
        long whole = Math.clamp(seconds.number(), 0, LONGEST.toSeconds());
        forever = false;
        shortest = shortest.toSeconds() < whole ? shortest : Duration.ofSeconds(whole);
      }
    }
    return forever ? new Forever() : new Until(shortest);
  }
}
