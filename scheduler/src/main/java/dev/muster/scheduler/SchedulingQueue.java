package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pods that wait for a node, as kube-scheduler keeps them: those whose turn it is, those that
 * back off, and those that wait for something to happen. Times are milliseconds. No call goes
 * through pods that it does not move. Not thread-safe.
 */
final class SchedulingQueue {
  static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
  static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(10);

  /** So long nothing that helps need not be heard of: then a pod is tried all the same. */
  static final Duration LONGEST_UNSCHEDULABLE = Duration.ofMinutes(5);

  private final Map<String, QueuedPod> pods = new HashMap<>();
  private final TreeSet<QueuedPod> active = new TreeSet<>(QueuedPod.BY_TURN);
  private final TreeSet<QueuedPod> backOff = new TreeSet<>(QueuedPod.BY_DUE);
  private final TreeSet<QueuedPod> errors = new TreeSet<>(QueuedPod.BY_DUE);
  private final TreeSet<QueuedPod> unschedulable = new TreeSet<>(QueuedPod.BY_DUE);
  private final Map<ClusterEvent, Set<QueuedPod>> helped = new EnumMap<>(ClusterEvent.class);
  private final Map<ClusterEvent, Long> lastSeen = new EnumMap<>(ClusterEvent.class);
  private long events;

  boolean has(String uid) {
    return pods.containsKey(uid);
  }

  /** A pod that is new, or other than it was: it is its turn whatever came of it before. */
  void add(Pod pod) {
    QueuedPod queued = new QueuedPod(pod);
    QueuedPod before = pods.put(pod.uid(), queued);
    if (before != null) {
      take(before);
      queued.attempts = before.attempts;
    }
    put(queued, QueuedPod.Place.ACTIVE);
  }

  /** It has its node, or is gone. */
  void remove(String uid) {
    QueuedPod gone = pods.remove(uid);
    if (gone != null) {
      take(gone);
    }
  }

  /** The pod whose turn it is; it is the caller's until one of the next three is called. */
  Optional<String> poll(long now) {
    moveDue(errors, now);
    moveDue(backOff, now);
    moveDue(unschedulable, now);
    QueuedPod next = active.pollFirst();
    if (next == null) {
      next = backOff.pollFirst();
    }
    if (next == null) {
      return Optional.empty();
    }
    next.place = QueuedPod.Place.IN_FLIGHT;
    next.since = events;
    return Optional.of(next.uid);
  }

  private void moveDue(NavigableSet<QueuedPod> from, long now) {
    while (!from.isEmpty() && from.first().due <= now) {
      QueuedPod due = from.first();
      take(due);
      put(due, QueuedPod.Place.ACTIVE);
    }
  }

  /** When {@link #poll} may have one that it has not now, if nothing happens before. */
  OptionalLong nextDue() {
    return List.of(errors, backOff, unschedulable).stream()
        .filter(set -> !set.isEmpty())
        .mapToLong(set -> set.first().due)
        .min();
  }

  /**
   * It fits nowhere.
   *
   * @param helpful what may change that
   */
  void unschedulable(String uid, Set<ClusterEvent> helpful, long now) {
    QueuedPod pod = pods.get(uid);
    if (pod == null || pod.place != QueuedPod.Place.IN_FLIGHT) {
      return;
    }
    fail(pod, now);
    pod.helpful = helpful;
    boolean helpedMeanwhile =
        helpful.stream().anyMatch(event -> lastSeen.getOrDefault(event, 0L) > pod.since);
    pod.due = helpedMeanwhile ? pod.backOffUntil : now + LONGEST_UNSCHEDULABLE.toMillis();
    put(pod, helpedMeanwhile ? QueuedPod.Place.BACK_OFF : QueuedPod.Place.UNSCHEDULABLE);
  }

  /** What was decided could not be done. */
  void failed(String uid, long now) {
    QueuedPod pod = pods.get(uid);
    if (pod != null) {
      take(pod);
      fail(pod, now);
      pod.due = pod.backOffUntil;
      put(pod, QueuedPod.Place.ERROR_BACK_OFF);
    }
  }

  private static void fail(QueuedPod pod, long now) {
    pod.attempts++;
    long pause = FIRST_BACK_OFF.toMillis() << Math.min(pod.attempts - 1, 10);
    pod.backOffUntil = now + Math.min(pause, LONGEST_BACK_OFF.toMillis());
  }

  /** Those that it may help are tried again. */
  void move(ClusterEvent event, long now) {
    lastSeen.put(event, ++events);
    for (QueuedPod pod : List.copyOf(helpedBy(event))) {
      take(pod);
      pod.due = pod.backOffUntil;
      put(pod, pod.backOffUntil > now ? QueuedPod.Place.BACK_OFF : QueuedPod.Place.ACTIVE);
    }
  }

  private Set<QueuedPod> helpedBy(ClusterEvent event) {
    return helped.computeIfAbsent(event, e -> new LinkedHashSet<>());
  }

  private void put(QueuedPod pod, QueuedPod.Place place) {
    pod.place = place;
    switch (place) {
      case ACTIVE -> active.add(pod);
      case BACK_OFF -> backOff.add(pod);
      case ERROR_BACK_OFF -> errors.add(pod);
      case UNSCHEDULABLE -> {
        unschedulable.add(pod);
        pod.helpful.forEach(event -> helpedBy(event).add(pod));
      }
      case IN_FLIGHT -> {}
    }
  }

  private void take(QueuedPod pod) {
    switch (pod.place) {
      case ACTIVE -> active.remove(pod);
      case BACK_OFF -> backOff.remove(pod);
      case ERROR_BACK_OFF -> errors.remove(pod);
      case UNSCHEDULABLE -> {
        unschedulable.remove(pod);
        pod.helpful.forEach(event -> helpedBy(event).remove(pod));
      }
      case IN_FLIGHT -> {}
    }
  }
}
