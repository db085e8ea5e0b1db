package dev.muster.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.muster.etcd.api.Compare;
import dev.muster.etcd.api.DeleteRangeRequest;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.PutRequest;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RequestOp;
import dev.muster.etcd.api.TxnRequest;
import dev.muster.etcd.api.TxnResponse;
import dev.muster.store.ClosedException;
import dev.muster.store.ConflictException;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.InterruptedWriteException;
import dev.muster.store.OvertakenException;
import dev.muster.store.StoreException;
import dev.muster.store.UnreadableValueException;
import dev.muster.store.WatchCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes: each a transaction of its own that compares the revision of its key. */
final class EtcdWrites<V> {
  /** How many writes are under way at most; more wait for their turn. */
  private static final int MOST = 1024;

  /** How long a store that is closed waits for those under way. */
  private static final Duration FINISH = Duration.ofSeconds(2);

  private final EtcdCalls calls;
  private final EtcdState<V> state;
  private final WatchCache<V> cache;
  private final UnreadableKeys unreadable;
  private final OwnWrites<V> own;
  private final CaughtUp visible;
  private final BooleanSupplier closed;
  private final Semaphore writing = new Semaphore(MOST);

  EtcdWrites(
      EtcdCalls calls,
      EtcdState<V> state,
      WatchCache<V> cache,
      UnreadableKeys unreadable,
      OwnWrites<V> own,
      CaughtUp visible,
      BooleanSupplier closed) {
    this.calls = calls;
    this.state = state;
    this.cache = cache;
    this.unreadable = unreadable;
    this.own = own;
    this.visible = visible;
    this.closed = closed;
  }

  Entry<V> put(String key, Draft<V> draft, long expected) {
    return put(key, draft, expected, List.of());
  }

  /** Of all keys below the prefix none may have been put after the revision. */
  Entry<V> putUnlessOvertaken(
      String key, Draft<V> draft, long expected, String prefix, long since) {
    ByteString first = state.path(prefix);
    Compare unchanged =
        Compare.newBuilder()
            .setKey(first)
            .setRangeEnd(EtcdState.after(first))
            .setTarget(Compare.CompareTarget.MOD)
            .setResult(Compare.CompareResult.LESS)
            .setModRevision(since + 1)
            .build();
    try {
      return put(key, draft, expected, List.of(unchanged));
    } catch (ConflictException e) {
      Entry<?> current = e.current();
      if ((current == null ? 0 : current.revision()) == expected) {
        throw new OvertakenException(prefix, since);
      }
      throw e;
    }
  }

  private Entry<V> put(String key, Draft<V> draft, long expected, List<Compare> more) {
    ByteString bytes = UnsafeByteOperations.unsafeWrap(state.encode(key, draft.bytes()));
    Entry<V> before = cache.snapshot().get(key);
    RequestOp change =
        RequestOp.newBuilder()
            .setRequestPut(PutRequest.newBuilder().setKey(state.path(key)).setValue(bytes))
            .build();
    Runnable over = own.begin(key, bytes, draft);
    TxnResponse answer;
    try {
      answer = write(key, expected, more, change);
    } finally {
      over.run();
    }
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

  Entry<V> delete(String key, long expected) {
    if (expected <= 0) {
      throw new ConflictException(key, expected, cache.snapshot().get(key));
    }
    TxnResponse answer =
        write(
            key,
            expected,
            List.of(),
            RequestOp.newBuilder()
                .setRequestDeleteRange(
                    DeleteRangeRequest.newBuilder().setKey(state.path(key)).setPrevKv(true))
                .build());
    long revision = answer.getHeader().getRevision();
    KeyValue last = answer.getResponses(0).getResponseDeleteRange().getPrevKvs(0);
    Entry<V> entry =
        state
            .entry(key, last)
            .orElseThrow(
                () -> new StoreException("\"" + key + "\" was deleted, and could not be read"));
    return new Entry<>(key, entry.value(), entry.created(), revision);
  }

  /** Changes a key that is at a revision; returns once memory has the change. */
  private TxnResponse write(String key, long expected, List<Compare> more, RequestOp change) {
    if (key.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
      throw new IllegalArgumentException("\"" + key + "\" cannot be a key");
    }
    takeTurn();
    try {
      if (closed.getAsBoolean()) {
        throw new ClosedException("the store");
      }
      TxnResponse answer = calls.commit(transaction(key, expected, more, change), cache::reached);
      visible.await(answer.getHeader().getRevision(), calls.time());
      if (!answer.getSucceeded()) {
        if (expected > 0 && unreadable.has(key)) { // to try again would not help
          throw new UnreadableValueException(key);
        }
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

  private TxnRequest transaction(String key, long expected, List<Compare> more, RequestOp change) {
    return TxnRequest.newBuilder()
        .addCompare(
            Compare.newBuilder()
                .setKey(state.path(key))
                .setTarget(Compare.CompareTarget.MOD)
                .setResult(Compare.CompareResult.EQUAL)
                .setModRevision(expected))
        .addAllCompare(more)
        .addSuccess(change)
        .addFailure(
            RequestOp.newBuilder()
                .setRequestRange(
                    RangeRequest.newBuilder().setKey(state.path(key)).setCountOnly(true)))
        .build();
  }

  /** Writes that were sent are told how they ended. */
  void finish() {
    try {
      if (writing.tryAcquire(MOST, FINISH.toMillis(), TimeUnit.MILLISECONDS)) {
        writing.release(MOST);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
