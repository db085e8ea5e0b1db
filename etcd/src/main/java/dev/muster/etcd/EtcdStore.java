package dev.muster.etcd;

import com.google.protobuf.UnsafeByteOperations;
import dev.muster.etcd.EtcdState.Loaded;
import dev.muster.etcd.api.Compare;
import dev.muster.etcd.api.DeleteRangeRequest;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.PutRequest;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RequestOp;
import dev.muster.etcd.api.TxnRequest;
import dev.muster.etcd.api.TxnResponse;
import dev.muster.store.AutoCompaction;
import dev.muster.store.ClosedException;
import dev.muster.store.Codec;
import dev.muster.store.ConflictException;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.FutureRevisionException;
import dev.muster.store.InterruptedWriteException;
import dev.muster.store.KeyLayout;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import dev.muster.store.Usage;
import dev.muster.store.Watch;
import dev.muster.store.WatchCache;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store in an etcd cluster. */
public final class EtcdStore<V> implements Store<V> {
  /** How many writes are under way at most; more wait for their turn. */
  private static final int WRITES = 1024;

  /** After this long without the event of a write that happened, the watch is opened again. */
  private static final Duration STUCK = Duration.ofSeconds(2);

  /** How long the history that etcd still has may take to be read. */
  private static final Duration OPENING = Duration.ofMinutes(5);

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);

  private final EtcdEndpoints endpoints;
  private final EtcdCalls calls;
  private final EtcdState<V> state;
  private final WatchCache<V> cache;
  private final EtcdFeed<V> feed;
  private final LatestRevision latest;
  private final Duration compactionInterval;
  private final long openedAt;
  private final Semaphore writing = new Semaphore(WRITES);
  private final AtomicBoolean closed = new AtomicBoolean();

  /** When memory was last known to have everything. */
  private final AtomicLong exactAt = new AtomicLong(System.nanoTime());

  private EtcdStore(
      EtcdEndpoints endpoints, KeyLayout layout, Codec<V> codec, EtcdOptions options) {
    this.endpoints = endpoints;
    this.calls = new EtcdCalls(endpoints, options.callTimeout());
    this.state = new EtcdState<>(calls, layout, codec);
    this.compactionInterval = options.compactionInterval();
    this.latest = new LatestRevision(() -> calls.revision(options.callTimeout()));
    this.openedAt = calls.revision(options.callTimeout());
    Loaded<V> loaded = load(new EtcdOpening(endpoints, calls), openedAt);
    this.cache =
        new WatchCache<>(codec, options.watchLagLimit(), loaded.revision(), loaded.entries());
    this.feed = new EtcdFeed<>(endpoints, state, cache, Math.max(1, loaded.revision()));
  }

  /**
   * Opens the store of a cluster; returns once all of it is in memory.
   *
   * @throws UnreachableStoreException if no member answers
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
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private Loaded<V> load(EtcdOpening opening, long current) {
    while (true) {
      long oldest = opening.oldest(current);
      try {
        return oldest == 0 ? new Loaded<>(0, List.of()) : state.load(oldest);
      } catch (StatusRuntimeException e) {
        if (!EtcdFailure.compacted(e)) { // otherwise that happened meanwhile
          throw EtcdFailure.of(e);
        }
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
    awaitVisible(revision, calls.time());
    exactAt.accumulateAndGet(now, (a, b) -> a - b > 0 ? a : b);
  }

  private void awaitVisible(long revision, Duration timeout) {
    long before = cache.snapshot().revision();
    if (cache.await(revision, STUCK.compareTo(timeout) < 0 ? STUCK : timeout)) {
      return;
    }
    if (cache.snapshot().revision() == before) {
      feed.reopen();
    }
    if (!cache.await(revision, timeout)) {
      throw new UnreachableStoreException(
          "what was written to etcd did not come back in time", true, null);
    }
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    byte[] bytes = state.encode(key, draft.bytes());
    Entry<V> before = cache.snapshot().get(key);
    TxnResponse answer =
        write(
            key,
            expected,
            RequestOp.newBuilder()
                .setRequestPut(
                    PutRequest.newBuilder()
                        .setKey(state.path(key))
                        .setValue(UnsafeByteOperations.unsafeWrap(bytes)))
                .build());
    long revision = answer.getHeader().getRevision();
    return new Entry<>(
        key, draft.committed(revision), created(key, before, expected, revision), revision);
  }

  private long created(String key, @Nullable Entry<V> before, long expected, long revision) {
    if (expected == 0) {
      return revision;
    }
    if (before != null && before.revision() == expected) {
      return before.created();
    }
    Entry<V> written = cache.snapshot(revision).get(key);
    return written == null ? revision : written.created();
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    if (expected <= 0) {
      throw new ConflictException(key, expected, cache.snapshot().get(key));
    }
    TxnResponse answer =
        write(
            key,
            expected,
            RequestOp.newBuilder()
                .setRequestDeleteRange(
                    DeleteRangeRequest.newBuilder().setKey(state.path(key)).setPrevKv(true))
                .build());
    long revision = answer.getHeader().getRevision();
    KeyValue last = answer.getResponses(0).getResponseDeleteRange().getPrevKvs(0);
    Entry<V> entry =
        state
            .entry(last)
            .orElseThrow(
                () -> new StoreException("\"" + key + "\" was deleted, and could not be read"));
    return new Entry<>(key, entry.value(), entry.created(), revision);
  }

  /** Changes a key that is at a revision; returns once memory has the change. */
  private TxnResponse write(String key, long expected, RequestOp change) {
    if (key.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
      throw new IllegalArgumentException("\"" + key + "\" cannot be a key");
    }
    takeTurn();
    try {
      checkOpen();
      TxnResponse answer = calls.commit(transaction(key, expected, change));
      awaitVisible(answer.getHeader().getRevision(), calls.time());
      if (!answer.getSucceeded()) {
        throw new ConflictException(key, expected, cache.snapshot().get(key));
      }
      return answer;
    } finally {
      writing.release();
    }
  }

  private void takeTurn() {
    try {
      writing.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWriteException();
    }
  }

  private TxnRequest transaction(String key, long expected, RequestOp change) {
    return TxnRequest.newBuilder()
        .addCompare(
            Compare.newBuilder()
                .setKey(state.path(key))
                .setTarget(Compare.CompareTarget.MOD)
                .setResult(Compare.CompareResult.EQUAL)
                .setModRevision(expected))
        .addSuccess(change)
        .addFailure(
            RequestOp.newBuilder()
                .setRequestRange(
                    RangeRequest.newBuilder().setKey(state.path(key)).setCountOnly(true)))
        .build();
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
      awaitVisible(latest.get(HEALTH_TIMEOUT), HEALTH_TIMEOUT);
      return Optional.empty();
    } catch (StoreException e) {
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
      // writes that were sent are told how they ended
      if (writing.tryAcquire(WRITES, STUCK.toMillis(), TimeUnit.MILLISECONDS)) {
        writing.release(WRITES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      feed.close();
      cache.close();
      endpoints.close();
    }
  }
}
