package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Seconds;
import dev.muster.model.scheme.Kind;
import dev.muster.store.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;

/**
 * The pods that are left in a namespace.
 *
 * @param gracePeriod the longest of those that may still be running
 */
record RemainingPods(int count, boolean hasFinalizers, Duration gracePeriod) {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  static RemainingPods in(Registry registry, Kind pods, String namespace) {
    int count = 0;
    boolean finalizers = false;
    long longest = 0;
    for (Iterator<Entry<StoredObject>> all =
            registry.store().snapshot().range(pods.key(namespace, ""), "");
        all.hasNext(); ) {
      StoredObject pod = all.next().value();
      ObjectNode tree = pod.tree();
      count++;
      finalizers |= !ObjectLinks.of(pod).finalizers().isEmpty();
      if (!ENDED.contains(tree.at("/status/phase").asText())) {
        longest = Math.max(longest, tree.at("/spec/terminationGracePeriodSeconds").asLong());
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
