package dev.muster.etcd;

import dev.muster.etcd.EtcdState.Loaded;
import dev.muster.store.AutoCompaction;
import dev.muster.store.ClosedException;
import dev.muster.store.Codec;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.FutureRevisionException;
import dev.muster.store.KeyLayout;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.Usage;
import dev.muster.store.Watch;
import dev.muster.store.WatchCache;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A store in an etcd cluster. */
public final class EtcdStore<V> implements Store<V> {
  /** How long the history that etcd still has may take to be read. */
  private static final Duration OPENING = Duration.ofMinutes(5);

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);

  private final EtcdEndpoints endpoints;
  private final EtcdCalls calls;
  private final EtcdState<V> state;
  private final WatchCache<V> cache;
  private final UnreadableKeys unreadable = new UnreadableKeys();
  private final EtcdFeed<V> feed;
  private final LatestRevision latest;
  private final Duration compactionInterval;
  private final long openedAt;
  private final CaughtUp visible;
  private final EtcdWrites<V> writes;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** When memory was last known to have everything. */
  private final AtomicLong exactAt = new AtomicLong(System.nanoTime());

  private EtcdStore(
      EtcdEndpoints endpoints, KeyLayout layout, Codec<V> codec, EtcdOptions options) {
    this.endpoints = endpoints;
    this.calls = new EtcdCalls(endpoints, options.callTimeout());
    this.state = new EtcdState<>(calls, layout, codec);
    this.compactionInterval = options.compactionInterval();
    this.latest =
        new LatestRevision(() -> calls.revision(options.callTimeout()), options.callTimeout());
    this.openedAt = calls.revision(options.callTimeout());
    this.cache = new WatchCache<>(codec, options.watchLagLimit(), 0, List.of());
    OwnWrites<V> own = new OwnWrites<>();
    this.feed = feed(new EtcdOpening(endpoints, calls), own);
    this.visible = new CaughtUp(cache, feed::reopen);
    this.writes = new EtcdWrites<>(calls, state, cache, unreadable, own, visible, closed::get);
  }

  /**
   * Opens the store of a cluster; returns once all of it is in memory.
   *
   * @throws UnreachableStoreException if no member answers
   * @throws StoreException if there are values that cannot be read
   */
  public static <V> EtcdStore<V> open(EtcdOptions options, KeyLayout layout, Codec<V> codec) {
    EtcdEndpoints endpoints = new EtcdEndpoints(options);
    EtcdStore<V> store;
    try {
      endpoints.ready(options.callTimeout());
      store = new EtcdStore<>(endpoints, layout, codec, options);
    } catch (RuntimeException e) {
      endpoints.close();
      throw e;
    }
    try {
      if (!store.cache.await(store.openedAt, OPENING)) {
        throw new UnreachableStoreException("etcd's history did not come in time", true, null);
      }
      store.checkReadable();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void checkReadable() {
    Optional<String> fault = unreadable.fault();
    if (fault.isPresent()) {
      throw new StoreException(
          fault.get()
              + "; nothing was changed: give the keys that they are encrypted with, or delete them"
              + " in etcd");
    }
  }

  /** Of what there is, the older part is read while the watch brings the rest. */
  private EtcdFeed<V> feed(EtcdOpening opening, OwnWrites<V> own) {
    while (true) {
      long oldest = opening.oldest(openedAt);
      EtcdFeed<V> started =
          new EtcdFeed<>(endpoints, state, cache, unreadable, own, Math.max(1, oldest));
      try {
        started.begin(oldest == 0 ? new Loaded<>(0, List.of(), Set.of()) : state.load(oldest));
        return started;
      } catch (StatusRuntimeException e) {
        started.close();
        if (!EtcdFailure.compacted(e)) { // otherwise that happened meanwhile
          throw EtcdFailure.of(e);
        }
      } catch (RuntimeException e) {
        started.close();
        throw e;
      }
    }
  }

  @Override
  public Snapshot<V> snapshot() {
    return cache.snapshot();
  }

  @Override
  public Snapshot<V> snapshot(long revision) {
    return cache.snapshot(revision);
  }

  @Override
  public void awaitLatest(Duration staleness) {
    checkOpen();
    long now = System.nanoTime();
    if (!staleness.isZero() && now - exactAt.get() < staleness.toNanos()) {
      return;
    }
    long revision = latest.get(calls.time());
    visible.await(revision, calls.time());
    exactAt.accumulateAndGet(now, (a, b) -> a - b > 0 ? a : b);
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    return writes.put(key, draft, expected);
  }

  @Override
  public Entry<V> putUnlessOvertaken(
      String key, Draft<V> draft, long expected, String prefix, long since) {
    return writes.putUnlessOvertaken(key, draft, expected, prefix, since);
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    return writes.delete(key, expected);
  }

  @Override
  public Watch<V> watch(String prefix, long after) {
    return cache.watch(prefix, after);
  }

  @Override
  public boolean outdated(Entry<V> entry) {
    return state.outdated(entry);
  }

  @Override
  public Usage usage() {
    return cache.usage();
  }

  @Override
  public void compact(long revision) {
    checkOpen();
    long current = cache.snapshot().revision();
    if (revision > current) {
      throw new FutureRevisionException(revision, current);
    }
    if (revision > cache.compacted()) {
      calls.compact(revision);
      cache.compact(revision);
    }
  }

  @Override
  public AutoCompaction startCompaction() {
    return new EtcdCompactor(calls, cache::compact, compactionInterval).start();
  }

  @Override
  public boolean shared() {
    return true;
  }

  /** Asks the cluster: a server that cannot reach it can answer hardly anything. */
  @Override
  public Optional<String> fault() {
    try {
      visible.await(latest.get(HEALTH_TIMEOUT), HEALTH_TIMEOUT);
      if (unreadable.first().filter(state::readable).isPresent()) {
        feed.readAgain();
      }
      return unreadable.fault();
    } catch (StoreException | StatusRuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new ClosedException("the store");
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      writes.finish();
    } finally {
      feed.close();
      cache.close();
      endpoints.close();
    }
  }
}
