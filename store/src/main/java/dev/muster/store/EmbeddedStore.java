package dev.muster.store;

import dev.muster.store.Recovery.Recovered;
import dev.muster.store.Request.Change;
import dev.muster.store.Request.Upkeep;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store inside this process: all of it in memory, and durable in a {@link Journal}. */
public final class EmbeddedStore<V> implements Store<V> {
  /** How many rows a compaction drops in one transaction: few, so that no writer notices. */
  private static final int COMPACTION_CHUNK = 256;

  /** The part of the quota that is left to history when room is short. */
  private static final int HISTORY_DIVISOR = 32;

  /** The bytes of history that are kept while disk space is short. */
  private static final long SCARCE_HISTORY = 1L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStore.class);

  private final Journal journal;
  private final Codec<V> codec;
  private final History<V> history;
  private final Broadcaster broadcaster;
  private final Committer<V> committer;
  private final StoreOptions options;
  private final ReentrantLock compacting = new ReentrantLock();
  private final ReentrantLock closing = new ReentrantLock();
  private volatile boolean closed;

  EmbeddedStore(Journal journal, Codec<V> codec, StoreOptions options) {
    Recovered<V> recovered = Recovery.of(journal, codec, options.quotaBytes());
    this.journal = journal;
    this.codec = codec;
    this.options = options;
    this.history = recovered.history();
    this.broadcaster = new Broadcaster(history::announce);
    this.committer = new Committer<>(journal, history, broadcaster::announce);
    drop(recovered.superseded());
  }

  /**
   * Opens the store in a directory, which is made if it is missing. Only one process at a time can
   * have it open.
   *
   * @throws DamagedStoreException if the file there is damaged or not a store
   */
  public static <V> EmbeddedStore<V> open(Path directory, Codec<V> codec) {
    return open(directory, codec, StoreOptions.defaults());
  }

  public static <V> EmbeddedStore<V> open(Path directory, Codec<V> codec, StoreOptions options) {
    SqliteJournal journal = SqliteJournal.open(directory, options.maxFileBytes());
    try {
      return new EmbeddedStore<>(journal, codec, options);
    } catch (RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  /** A store that is gone when it is closed. */
  public static <V> EmbeddedStore<V> inMemory() {
    return inMemory(StoreOptions.defaults());
  }

  public static <V> EmbeddedStore<V> inMemory(StoreOptions options) {
    Codec<V> unused =
        (key, bytes, revision) -> {
          throw new IllegalStateException("nothing was kept");
        };
    return new EmbeddedStore<>(Journal.none(), unused, options);
  }

  @Override
  public Snapshot<V> snapshot() {
    return history.newest();
  }

  @Override
  public Snapshot<V> snapshot(long revision) {
    return history.snapshot(revision);
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    try {
      return change(key, draft, expected);
    } catch (FullStoreException e) {
      if (!forget(options.quotaBytes() / HISTORY_DIVISOR)) {
        throw e;
      }
      return change(key, draft, expected);
    }
  }

  private Entry<V> change(String key, @Nullable Draft<V> draft, long expected) {
    try {
      return committer.submit(new Change<>(key, draft, expected, codec));
    } finally {
      if (journal.scarce()) {
        forgetForSpace();
      }
    }
  }

  /**
   * What history gives up on disk is used for what comes next, so that small changes can go on for
   * as long as the disk is full.
   */
  private void forgetForSpace() {
    Usage usage = usage();
    if (usage.held() - usage.live() > 2 * SCARCE_HISTORY && compacting.tryLock()) {
      try {
        forget(SCARCE_HISTORY);
      } catch (StoreException e) {
        LOG.debug("compaction for want of space failed: {}", e.getMessage());
      } finally {
        compacting.unlock();
      }
    }
  }

  @Override
  public boolean outdated(Entry<V> entry) {
    return codec.outdated(entry.key(), entry.revision());
  }

  @Override
  public Usage usage() {
    return history.footprint().usage();
  }

  /**
   * Lets go of most of history where that makes room, so that it never stands in the way of what is
   * written now. Who wants to resume from before has to list again.
   *
   * @param left the bytes of history that may stay
   */
  private boolean forget(long left) {
    long revision = history.revisionLeaving(left);
    if (revision <= history.compacted()) {
      return false;
    }
    compact(revision);
    history.endLaggards();
    return true;
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    return change(key, null, expected);
  }

  @Override
  public Watch<V> watch(String prefix, long after) {
    LogWatch<V> watch = history.watch(prefix, after, options.watchLagLimit());
    if (closed) {
      watch.close();
      throw new ClosedException("the store");
    }
    return watch;
  }

  @Override
  public void compact(long revision) {
    compacting.lock();
    try {
      long current = history.newest().revision();
      if (revision > current) {
        throw new FutureRevisionException(revision, current);
      }
      if (revision > history.compacted()) {
        // INVARIANT: durable first, so that a restart never shows history as complete that is not
        committer.submit(new Upkeep<>(revision, new long[0]));
        drop(history.compact(revision));
      }
    } finally {
      compacting.unlock();
    }
  }

  private void drop(long[] superseded) {
    for (int from = 0; from < superseded.length; from += COMPACTION_CHUNK) {
      int to = Math.min(superseded.length, from + COMPACTION_CHUNK);
      committer.submit(new Upkeep<>(0, Arrays.copyOfRange(superseded, from, to)));
    }
    while (journal.slack()) {
      committer.submit(new Upkeep<>(0, new long[0]));
    }
  }

  /** How many trees and events are held for history's sake. */
  long historySize() {
    return history.size();
  }

  @Override
  public void close() {
    closing.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      committer.close();
      broadcaster.close();
      history.endWatches();
      journal.close();
    } finally {
      closing.unlock();
    }
  }
}
