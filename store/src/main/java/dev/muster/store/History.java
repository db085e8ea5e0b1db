package dev.muster.store;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;

/**
 * What is known in memory: the newest state and, back to the compacted revision, every event and
 * every earlier state. One thread publishes; one at a time compacts; any reads.
 *
 * <p>Earlier states are kept as some trees and the events between them, so that a busy minute costs
 * its values and not a tree path for each write.
 */
final class History<V> {
  private static final int KEEP_TREE_EVERY = 64;

  private final ConcurrentSkipListMap<Long, TreeSnapshot<V>> kept = new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<String, EventLog<V>> buckets = new ConcurrentHashMap<>();
  private final EventLog<V> all = new EventLog<>();
  private final Footprint<V> footprint;

  private volatile TreeSnapshot<V> newest;
  private volatile long published;
  private volatile long compacted;

  /**
   * @param compacted 0 if history is complete: then the state before the first write has two
   *     revisions, 0 and 1
   * @param oldest the state at the compacted revision
   */
  History(long compacted, Tree<V> oldest, Footprint<V> footprint) {
    this.footprint = footprint;
    this.compacted = compacted;
    this.newest = new TreeSnapshot<>(Math.max(1, compacted), oldest);
    this.published = newest.revision();
    kept.put(compacted, new TreeSnapshot<>(compacted, oldest));
    kept.put(newest.revision(), newest);
    footprint.begin(() -> oldest.range("", ""));
  }

  Footprint<V> footprint() {
    return footprint;
  }

  TreeSnapshot<V> newest() {
    return newest;
  }

  long compacted() {
    return compacted;
  }

  /** Up to this revision every event is in the logs. */
  long published() {
    return published;
  }

  /** How many trees and events are held. */
  long size() {
    return kept.size() + all.length();
  }

  /**
   * Makes writes visible. INVARIANT: they are durable, and the state is visible before the events:
   * who sees an event and then reads, reads at least that revision.
   */
  void publish(TreeSnapshot<V> state, List<Event<V>> events) {
    newest = state;
    int from = 0;
    for (int to = 1; to <= events.size(); to++) {
      if (to == events.size() || events.get(to).revision() != events.get(from).revision()) {
        append(events.subList(from, to));
        from = to;
      }
    }
    if (state.revision() - kept.lastKey() >= KEEP_TREE_EVERY) {
      kept.put(state.revision(), state);
    }
    footprint.published(events);
    published = state.revision();
  }

  /** The events of one revision. */
  private void append(List<Event<V>> together) {
    if (together.size() == 1) {
      Event<V> event = together.getFirst();
      all.append(event);
      bucket(bucketOf(event.key())).append(event);
      return;
    }
    all.append(together);
    together.stream()
        .collect(groupingBy(event -> bucketOf(event.key())))
        .forEach((name, events) -> bucket(name).append(events));
  }

  Snapshot<V> snapshot(long revision) {
    TreeSnapshot<V> current = newest;
    if (revision == current.revision()) {
      return current;
    }
    if (revision > current.revision()) {
      throw new FutureRevisionException(revision, current.revision());
    }
    while (true) {
      checkKept(revision);
      Map.Entry<Long, TreeSnapshot<V>> base = kept.floorEntry(revision);
      if (base != null && published >= revision) {
        Tree<V> found = redo(base.getValue(), revision);
        // INVARIANT: nothing after the base was forgotten before it was read
        if (compacted <= base.getKey()) {
          return new TreeSnapshot<>(revision, found);
        }
      }
      Thread.onSpinWait(); // a compaction, or a publication that is still at it, got in between
    }
  }

  LogWatch<V> watch(String prefix, long after, long lagLimit) {
    checkKept(after);
    EventLog<V> log = prefix.indexOf('/') < 0 ? all : bucket(bucketOf(prefix));
    LogWatch<V> watch =
        new LogWatch<>(log, log.floor(after), prefix, after, lagLimit, () -> published);
    checkKept(after); // INVARIANT: still true, so what follows the floor is complete
    log.attach(watch);
    return watch;
  }

  /** The newest revision after which history holds at least this many bytes of earlier values. */
  long revisionLeaving(long bytes) {
    Usage usage = footprint.usage();
    long superseded = usage.held() - usage.live();
    long found = compacted;
    EventLog.Node<V> node = all.floor(compacted).next;
    for (; node != null && superseded > bytes; node = node.next) {
      superseded -= node.event == null ? 0 : footprint.of(node.event.before());
      found = node.revision;
    }
    return found;
  }

  /** Ends the watches that hold on to what was forgotten. */
  void endLaggards() {
    all.endLaggards();
    buckets.values().forEach(EventLog::endLaggards);
  }

  /** Forgets what was before a revision. Gives the revisions that no longer matter on disk. */
  long[] compact(long revision) {
    TreeSnapshot<V> oldest = (TreeSnapshot<V>) snapshot(revision);
    long[] superseded = superseded(compacted, revision);
    kept.put(revision, oldest);
    compacted = revision;
    kept.headMap(revision, false).clear();
    all.forget(revision);
    buckets.values().forEach(log -> log.forget(revision));
    return superseded;
  }

  void announce() {
    all.announce();
    buckets.values().forEach(EventLog::announce);
  }

  /** Ends all watches as those that have to begin anew: what follows is elsewhere. */
  void cutOffWatches() {
    all.cutOffWatches();
    buckets.values().forEach(EventLog::cutOffWatches);
  }

  void endWatches() {
    all.endWatches();
    buckets.values().forEach(EventLog::endWatches);
  }

  private void checkKept(long revision) {
    long oldest = compacted;
    if (revision < oldest) {
      throw new CompactedException(revision, oldest);
    }
  }

  /** Replays events onto a state, up to a revision at which there need not be any. */
  private Tree<V> redo(TreeSnapshot<V> base, long revision) {
    TreeSnapshot<V> state = base;
    EventLog.Node<V> node = all.floor(base.revision()).next;
    while (node != null && node.event != null && node.revision <= revision) {
      state = state.after(node.event);
      node = node.next;
    }
    return state.tree();
  }

  private long[] superseded(long from, long to) {
    LongStream.Builder found = LongStream.builder();
    long bytes = 0;
    EventLog.Node<V> node = all.floor(from).next;
    for (; node != null && node.revision <= to; node = node.next) {
      Event<V> event = node.event;
      if (event == null) {
        continue;
      }
      if (event.before() != null) {
        found.add(event.before().revision());
        bytes += footprint.of(event.before());
      }
      if (event.after() == null) {
        found.add(event.revision());
      }
    }
    footprint.forgotten(bytes);
    return found.build().toArray();
  }

  private EventLog<V> bucket(String name) {
    EventLog<V> log = buckets.get(name);
    return log != null ? log : buckets.computeIfAbsent(name, n -> new EventLog<>());
  }

  private static String bucketOf(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? key : key.substring(0, slash);
  }
}
