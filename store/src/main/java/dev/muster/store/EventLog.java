package dev.muster.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The events of one bucket (or of all) as a chain that every watch of it shares. One thread appends
 * and one forgets; any thread reads along the chain without a lock.
 */
final class EventLog<V> {
  private static final int MARK_EVERY = 64;

  /** A link of the chain. What follows it stays reachable from it, what precedes it does not. */
  static final class Node<V> {
    /** Consecutive within one log. */
    final long index;

    final long revision;

    /** Null in the origin of the chain only. */
    final @Nullable Event<V> event;

    volatile @Nullable Node<V> next;

    Node(long index, long revision, @Nullable Event<V> event) {
      this.index = index;
      this.revision = revision;
      this.event = event;
    }
  }

  private final ConcurrentSkipListMap<Long, Node<V>> marks = new ConcurrentSkipListMap<>();
  private final Set<LogWatch<V>> watches = ConcurrentHashMap.newKeySet();

  /** The last forgotten node, or the origin: all that is retained follows it. */
  private volatile Node<V> head = new Node<>(0, 0, null);

  private volatile Node<V> tail = head;

  /** The index last told to the watches; only the announcing thread uses it. */
  private long announced;

  void append(Event<V> event) {
    Node<V> last = tail;
    Node<V> node = new Node<>(last.index + 1, event.revision(), event);
    if (node.index % MARK_EVERY == 0) {
      marks.put(node.revision, node);
    }
    last.next = node;
    tail = node;
  }

  /** Appends the events of one revision: whoever reads along sees all of them or none. */
  void append(List<Event<V>> together) {
    Node<V> last = tail;
    Node<V> first = null;
    Node<V> end = last;
    for (Event<V> event : together) {
      Node<V> node = new Node<>(end.index + 1, event.revision(), event);
      if (first == null) {
        first = node;
      } else {
        end.next = node;
      }
      end = node;
    }
    if (first != null) {
      if (first.index / MARK_EVERY != end.index / MARK_EVERY) {
        marks.put(end.revision, end);
      }
      last.next = first;
      tail = end;
    }
  }

  /** The last node of at most this revision, or the last forgotten one if that is newer. */
  Node<V> floor(long revision) {
    Node<V> node = tail;
    if (node.revision <= revision) {
      return node;
    }
    Map.Entry<Long, Node<V>> mark = marks.floorEntry(revision);
    node = head;
    if (mark != null && mark.getValue().index > node.index) {
      node = mark.getValue();
    }
    for (Node<V> next = node.next; next != null && next.revision <= revision; next = node.next) {
      node = next;
    }
    return node;
  }

  /** Lets go of the events up to a revision. */
  void forget(long revision) {
    head = floor(revision);
    marks.headMap(revision, true).clear();
  }

  /** Cuts off the watches whose next event is forgotten: only they keep it in memory. */
  void endLaggards() {
    long first = head.index;
    watches.forEach(watch -> watch.endBefore(first));
  }

  /** The index of the newest event. */
  long end() {
    return tail.index;
  }

  /** How many events are retained. */
  long length() {
    return tail.index - head.index;
  }

  void attach(LogWatch<V> watch) {
    watches.add(watch);
  }

  void detach(LogWatch<V> watch) {
    watches.remove(watch);
  }

  /** Wakes the watches that wait, and cuts off those too far behind. */
  void announce() {
    long end = end();
    if (end == announced) {
      return;
    }
    announced = end;
    for (LogWatch<V> watch : watches) {
      watch.announce(end);
    }
  }

  void endWatches() {
    watches.forEach(LogWatch::close);
  }

  /** Cuts off all watches: what follows is not in this log. */
  void cutOffWatches() {
    watches.forEach(LogWatch::cutOff);
  }
}
