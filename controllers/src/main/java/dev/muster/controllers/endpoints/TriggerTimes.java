package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When what changed for a Service did so: the annotation by which the way from a pod's readiness to
 * the rules of a proxy is measured. Remembers what it saw last of each Service. Thread-safe.
 */
final class TriggerTimes {
  private static final String ANNOTATION = "endpoints.kubernetes.io/last-change-trigger-time";

  private final Map<String, State> states = new ConcurrentHashMap<>();

  private record State(Instant service, Map<String, Instant> pods) {}

  /**
   * What there is to tell of a Service.
   *
   * @param time the earliest of the times that are new; empty if there are none
   * @param told to be called once that is written: then they are new no more
   */
  record Trigger(Optional<Instant> time, Runnable told) {}

  Trigger next(String key, JsonNode service, List<ObservedPod> pods) {
    Instant created =
        ObservedPod.time(CoreV1.Service.of(service).metadata().creationTimestamp())
            .orElse(Instant.EPOCH);
    Map<String, Instant> times = new HashMap<>();
    for (ObservedPod pod : pods) {
      pod.condition("Ready")
          .flatMap(ready -> ObservedPod.time(ready.lastTransitionTime()))
          .ifPresent(time -> times.put(pod.name(), time));
    }
    State before = states.get(key);
    Runnable told = () -> states.put(key, new State(created, times));
    if (before == null) {
      return new Trigger(Optional.of(created), told);
    }
    return new Trigger(since(before, created, times), told);
  }

  private static Optional<Instant> since(
      State before, Instant created, Map<String, Instant> times) {
    return Stream.concat(
            times.entrySet().stream()
                .filter(e -> isAfter(e.getValue(), before.pods().get(e.getKey())))
                .map(Map.Entry::getValue),
            Stream.of(created).filter(time -> isAfter(time, before.service())))
        .min(Comparator.naturalOrder());
  }

  private static boolean isAfter(Instant time, @Nullable Instant before) {
    return before == null || time.isAfter(before);
  }

  void forget(String key) {
    states.remove(key);
  }

  /** The object with the annotation, or without one if nothing is new. */
  static ObjectNode dated(ObjectNode object, Optional<Instant> trigger) {
    ObjectNode annotations = MutableObjectMeta.ofObject(object).annotations().map();
    trigger.ifPresentOrElse(
        time -> annotations.put(ANNOTATION, Times.seconds(time)),
        () -> annotations.remove(ANNOTATION));
    if (annotations.isEmpty()) {
      MutableObjectMeta.ofObject(object).annotations().remove();
    }
    return object;
  }
}
