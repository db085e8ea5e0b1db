package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.WatchCreateRequest;
import dev.muster.etcd.api.WatchEvent;
import dev.muster.etcd.api.WatchGrpc;
import dev.muster.etcd.api.WatchRequest;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.StoreException;
import dev.muster.store.WatchCache;
import dev.muster.store.WatchCache.Change;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the memory with what is written to etcd, by whomever: one watch, which is opened again
 * where it ended.
 *
 * <p>It watches all keys, so that it sees every revision there is: once a revision came by, memory
 * has all that was written up to it. What is not the store's only moves the revision on.
 */
final class EtcdFeed<V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdFeed.class);
  private static final ByteString ALL = ByteString.copyFrom(new byte[1]);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** History in memory: no more than this, whenever etcd is compacted. */
  private static final long MOST_REVISIONS = 50_000;

  private static final long MOST_BYTES = 256L << 20;

  private final EtcdEndpoints endpoints;
  private final EtcdState<V> state;
  private final WatchCache<V> cache;
  private final UnreadableKeys unreadable;
  private final OwnWrites<V> own;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable WatchStream current;

  /** Where the watch goes on. Only one thread at a time feeds. */
  private volatile long seen;

  /** Not all that came is in memory: it has to begin anew. */
  private volatile boolean torn;

  /** Done when memory has the state that the watch goes on from. */
  private final CompletableFuture<Void> begun = new CompletableFuture<>();

  /**
   * Watches from the start, and takes in what comes once memory has what was before: etcd takes its
   * time to send what is past.
   *
   * @param seen the revision of the state that {@link #begin} will be told
   */
  EtcdFeed(
      EtcdEndpoints endpoints,
      EtcdState<V> state,
      WatchCache<V> cache,
      UnreadableKeys unreadable,
      OwnWrites<V> own,
      long seen) {
    this.endpoints = endpoints;
    this.state = state;
    this.cache = cache;
    this.unreadable = unreadable;
    this.own = own;
    this.seen = seen;
    this.thread = Thread.ofVirtual().name("etcd-feed").start(this::run);
  }

  private void run() {
    Duration pause = PAUSE;
    while (!closed) {
      long before = seen;
      try {
        if (torn) {
          LOG.warn("not all that came from etcd was taken in, so it is read again");
          beginAnew();
        }
        follow();
      } catch (StoreException | StatusRuntimeException e) {
        LOG.warn("etcd cannot be watched, trying again: {}", e.getMessage());
      } catch (RuntimeException | Error e) {
        LOG.error("etcd cannot be watched, trying again", e);
      } catch (InterruptedException e) {
        return;
      }
      pause = seen > before ? PAUSE : least(pause.multipliedBy(2), LONGEST_PAUSE);
      if (!sleep(pause)) {
        return;
      }
    }
  }

  /** What was written up to the revision at which the watch was opened. */
  void begin(EtcdState.Loaded<V> loaded) {
    cache.reset(loaded.revision(), loaded.entries());
    unreadable.are(loaded.unreadable());
    begun.complete(null);
  }

  private void follow() throws InterruptedException {
    switch (watch()) {
      case WatchStream.Ended ended -> LOG.info("the watch of etcd ended: {}", ended.why());
      case WatchStream.Compacted compacted -> {
        LOG.warn(
            "etcd was compacted to revision {} while it was out of reach", compacted.revision());
        begun.join();
        beginAnew();
      }
    }
  }

  private WatchStream.End watch() throws InterruptedException {
    ManagedChannel channel = endpoints.ready(CONNECT);
    try (WatchStream stream = new WatchStream(this::take)) {
      current = stream;
      WatchGrpc.newStub(channel).watch(stream);
      stream.send(
          WatchRequest.newBuilder()
              .setCreateRequest(
                  WatchCreateRequest.newBuilder()
                      .setKey(ALL)
                      .setRangeEnd(ALL)
                      .setStartRevision(seen + 1)
                      .setFragment(true))
              .build());
      WatchStream.End end = stream.await();
      endpoints.disappointed(channel);
      return end;
    }
  }

  /** Opens the watch again, with another member: this one seems to be stuck. */
  void reopen() {
    WatchStream stream = current;
    if (stream != null) {
      stream.end("it brought nothing for too long");
    }
  }

  /** Reads all of it again: what could not be read can be now. */
  void readAgain() {
    torn = true;
    WatchStream stream = current;
    if (stream != null) {
      stream.end("a value that could not be read can be read now");
    }
  }

  /** INVARIANT: called by one thread at a time, with all events of each revision together. */
  private void take(List<WatchEvent> events) {
    begun.join();
    List<Change<V>> changes = new ArrayList<>(events.size());
    long last = seen;
    for (WatchEvent event : events) {
      KeyValue pair = event.getKv();
      if (pair.getModRevision() > seen) {
        last = Math.max(last, pair.getModRevision());
        add(event, pair, changes);
      }
    }
    if (last > seen) {
      torn = true;
      cache.publish(changes, last);
      seen = last;
      torn = false;
      cache.trim(MOST_REVISIONS, MOST_BYTES);
    }
  }

  /** INVARIANT: a value that cannot be read is no change, and never a deletion. */
  private void add(WatchEvent event, KeyValue pair, List<Change<V>> changes) {
    String key = state.key(pair);
    if (key == null) {
      return;
    }
    V value = null;
    if (event.getType() == WatchEvent.EventType.PUT) {
      value =
          own.value(key, pair.getValue(), pair.getModRevision())
              .or(() -> state.entry(key, pair).map(Entry::value))
              .orElse(null);
      if (value == null) {
        unreadable.add(key);
        return;
      }
    }
    unreadable.remove(key);
    changes.add(new Change<>(key, pair.getModRevision(), pair.getCreateRevision(), value));
  }

  /** What came in between is gone, or lost here: only the state that it led to can be had. */
  private void beginAnew() {
    EtcdState.Loaded<V> loaded = state.load(0);
    List<Entry<V>> entries = new ArrayList<>(loaded.entries());
    Snapshot<V> before = cache.snapshot();
    for (String key : loaded.unreadable()) {
      unreadable.add(key); // before it is visible that the rest was read
      Entry<V> last = before.get(key);
      if (last != null) {
        entries.add(last);
      }
    }
    cache.reset(loaded.revision(), entries);
    unreadable.are(loaded.unreadable());
    seen = loaded.revision();
    torn = false;
  }

  private static Duration least(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static boolean sleep(Duration pause) {
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
    begun.cancel(false);
    thread.interrupt();
  }
}
