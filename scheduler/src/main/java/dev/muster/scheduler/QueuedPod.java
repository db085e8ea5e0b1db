package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;

/**
 * A pod that waits for a node, and where in the queue. What it is ordered by changes only while it
 * is in none of the queue's sets.
 */
final class QueuedPod {
  /**
   * The more important first; of equals the one that was tried least often, so that pods for which
   * there is never room keep no others waiting; of these the oldest.
   */
  static final Comparator<QueuedPod> BY_TURN =
      Comparator.comparingLong((QueuedPod each) -> -each.priority)
          .thenComparingInt(each -> each.attempts)
          .thenComparing(each -> each.created)
          .thenComparing(each -> each.key)
          .thenComparing(each -> each.uid);

  static final Comparator<QueuedPod> BY_DUE =
      Comparator.comparingLong((QueuedPod each) -> each.due).thenComparing(each -> each.uid);

  /** Where it waits. */
  enum Place {
    /** To be tried as soon as it is its turn. */
    ACTIVE,
    /** Something may have helped it; to be tried when nobody else waits, or after its back-off. */
    BACK_OFF,
    /** The API server did not take what was decided; to be tried after its back-off. */
    ERROR_BACK_OFF,
    /** It fits nowhere, until something helps it. */
    UNSCHEDULABLE,
    /** It is being tried. */
    IN_FLIGHT
  }

  final String uid;
  final String key;
  final String created;
  final long priority;
  int attempts;
  Place place = Place.ACTIVE;

  /**
   * When its back-off ends; where nothing helps, when it is tried all the same. In milliseconds.
   */
  long due;

  /** Until when it backs off, in milliseconds. */
  long backOffUntil;

  /** What would help it. */
  Set<ClusterEvent> helpful = EnumSet.noneOf(ClusterEvent.class);

  /** How many events there had been when it was last tried. */
  long since;

  QueuedPod(Pod pod) {
    this.uid = pod.uid();
    this.key = pod.key();
    this.created = pod.metadata().creationTimestamp().text();
    this.priority = pod.spec().priority().number();
  }
}
