package dev.muster.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a store that is kept elsewhere: its newest state, the events that led to it, and
 * the watches of them. One thread feeds it, in the order of revisions; any thread reads.
 */
public final class WatchCache<V> implements AutoCloseable {
  /** No quota here: the place where it is kept has one. */
  private static final long NO_QUOTA = Long.MAX_VALUE / 2;

  /**
   * One change.
   *
   * @param value null if the key was deleted
   */
  public record Change<V>(String key, long revision, long created, @Nullable V value) {}

  private final Codec<V> codec;
  private final int watchLagLimit;
  private final ConcurrentSkipListMap<Long, CompletableFuture<Void>> waiting =
      new ConcurrentSkipListMap<>();
  private final Broadcaster broadcaster = new Broadcaster(this::announce);

  /** INVARIANT: one at a time compacts, and none to less than another did. */
  private final ReentrantLock compacting = new ReentrantLock();

  private volatile History<V> history;
  private volatile boolean closed;

  /**
   * @param codec for the weight of values
   * @param revision the state's, 0 for the emptiness before everything
   */
  public WatchCache(Codec<V> codec, int watchLagLimit, long revision, List<Entry<V>> state) {
    this.codec = codec;
    this.watchLagLimit = watchLagLimit;
    this.history = history(revision, state);
  }

  private History<V> history(long revision, List<Entry<V>> state) {
    List<Entry<V>> sorted = new ArrayList<>(state);
    sorted.sort(Comparator.comparing(Entry::key));
    return new History<>(revision, Tree.ofSorted(sorted), new Footprint<>(codec, NO_QUOTA));
  }

  public Snapshot<V> snapshot() {
    return history.newest();
  }

  public Snapshot<V> snapshot(long revision) {
    return history.snapshot(revision);
  }

  public Watch<V> watch(String prefix, long after) {
    while (true) {
      History<V> now = history;
      LogWatch<V> watch = now.watch(prefix, after, watchLagLimit);
      if (closed) {
        watch.close();
        throw new ClosedException("the store");
      }
      if (now == history) {
        return watch;
      }
      watch.close();
    }
  }

  public Usage usage() {
    return history.footprint().usage();
  }

  /** The oldest revision that can still be read. */
  public long compacted() {
    return history.compacted();
  }

  /**
   * Takes in what was written, and that this is all up to a revision.
   *
   * @param changes in the order of revisions, all greater than what was taken in before
   */
  public void publish(List<Change<V>> changes, long upTo) {
    History<V> into = history;
    TreeSnapshot<V> state = into.newest();
    List<Event<V>> events = new ArrayList<>(changes.size());
    for (Change<V> change : changes) {
      Entry<V> before = state.get(change.key());
      V value = change.value();
      if (before == null && value == null) {
        continue;
      }
      Entry<V> after =
          value == null
              ? null
              : new Entry<>(change.key(), value, change.created(), change.revision());
      Event<V> event = new Event<>(change.revision(), change.key(), before, after);
      events.add(event);
      state = state.after(event);
    }
    into.publish(new TreeSnapshot<>(Math.max(upTo, state.revision()), state.tree()), events);
    broadcaster.announce();
    tellWaiting();
  }

  /**
   * Begins anew from a state, of which nobody knows how it came to be. All watches are cut off: who
   * had one reads the state and watches from there.
   */
  public void reset(long revision, List<Entry<V>> state) {
    History<V> before = history;
    history = history(revision, state);
    before.cutOffWatches();
    // INVARIANT: who is told of the revision finds no watch on what was before
    tellWaiting();
  }

  /**
   * Done once everything up to a revision is visible, on the thread that feeds; with a {@link
   * ClosedException} if this is closed before.
   */
  public CompletableFuture<Void> reached(long revision) {
    if (history.published() >= revision) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> reached =
        waiting.computeIfAbsent(revision, r -> new CompletableFuture<>());
    tellWaiting();
    if (closed) {
      endWaiting();
    }
    return reached;
  }

  /**
   * Waits until everything up to a revision is visible. An interrupt does not end it.
   *
   * @return false if it was not within the timeout
   * @throws ClosedException if this is closed before
   */
  public boolean await(long revision, Duration timeout) {
    CompletableFuture<Void> reached = reached(revision);
    long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          reached.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
          return true;
        } catch (TimeoutException e) {
          return false;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new ClosedException("the store");
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Forgets what was before a revision that is visible. Any thread may. */
  public void compact(long revision) {
    compacting.lock();
    try {
      History<V> now = history;
      if (revision > now.compacted() && revision <= now.newest().revision()) {
        now.compact(revision);
      }
    } finally {
      compacting.unlock();
    }
  }

  /** Forgets what is more than so many revisions back, and what takes more than so many bytes. */
  public void trim(long revisions, long bytes) {
    compacting.lock();
    try {
      History<V> now = history;
      long due = now.newest().revision() - revisions;
      Usage usage = usage();
      boolean large = usage.held() - usage.live() > 2 * bytes;
      if (large) {
        due = Math.max(due, now.revisionLeaving(bytes));
      }
      // a tenth at a time, so that not every write pays for it
      if (large || due > now.compacted() + revisions / 10) {
        compact(due);
        now.endLaggards();
      }
    } finally {
      compacting.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    endWaiting();
    broadcaster.close();
    history.endWatches();
  }

  private void announce() {
    history.announce();
  }

  private void tellWaiting() {
    var reached = waiting.headMap(history.published(), true);
    while (!reached.isEmpty()) {
      var first = reached.pollFirstEntry();
      if (first != null) {
        first.getValue().complete(null);
      }
    }
  }

  private void endWaiting() {
    for (var first = waiting.pollFirstEntry(); first != null; first = waiting.pollFirstEntry()) {
      first.getValue().completeExceptionally(new ClosedException("the store"));
    }
  }
}
