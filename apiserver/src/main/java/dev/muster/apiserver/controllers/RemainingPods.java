package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Seconds;
import dev.muster.model.scheme.Kind;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;

/**
 * The pods that are left in a namespace.
 *
 * @param gracePeriod the longest of those that may still be running
 */
record RemainingPods(int count, boolean hasFinalizers, Duration gracePeriod) {
  static RemainingPods in(Registry registry, Kind pods, String namespace) {
    int count = 0;
    boolean finalizers = false;
    long longest = 0;
    for (Iterator<Entry<StoredObject>> all =
            registry.store().snapshot().range(pods.key(namespace, ""), "");
        all.hasNext(); ) {
      StoredObject pod = all.next().value();
      CoreV1.Pod view = CoreV1.Pod.of(pod.tree());
      count++;
      finalizers |= !ObjectLinks.of(pod).finalizers().isEmpty();
      if (!view.isFinished()) {
        longest = Math.max(longest, view.spec().terminationGracePeriodSeconds().number());
      }
    }
    return new RemainingPods(count, finalizers, Seconds.of(longest));
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** How long they may need; none once that much time has passed since the namespace's deletion. */
  Duration estimate(Instant deletedAt, Instant now) {
    return Duration.between(deletedAt, now).compareTo(gracePeriod) >= 0
        ? Duration.ZERO
        : gracePeriod;
  }

  /** What is said of pods that should be gone. */
  String unexpected(String namespace) {
    return "unexpected items still remain in namespace: "
        + namespace
        + " for gvr: /v1, Resource=pods";
  }
}
