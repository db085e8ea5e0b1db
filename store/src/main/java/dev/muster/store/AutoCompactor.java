package dev.muster.store;

import java.time.Duration;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts a store in the background: history is kept for some time, but never more revisions of it
 * than a bound, so that neither file nor memory grows with the rate of writes.
 */
public final class AutoCompactor implements AutoCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(AutoCompactor.class);
  private static final Duration KEEP = Duration.ofMinutes(5);
  private static final long MAX_REVISIONS = 50_000;
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int MARKS = 20;

  /** At {@code nanos} the store was at {@code revision}. */
  private record Mark(long nanos, long revision) {}

  private final ArrayDeque<Mark> marks = new ArrayDeque<>();
  private final Store<?> store;
  private final long keep;
  private final long maxRevisions;
  private final Thread thread;

  AutoCompactor(Store<?> store, Duration keep, long maxRevisions) {
    this.store = store;
    this.keep = keep.toNanos();
    this.maxRevisions = maxRevisions;
    this.thread = Thread.ofVirtual().name("store-compactor").unstarted(this::run);
  }

  /** Keeps five minutes of history or 50,000 revisions, whichever is less. */
  public static AutoCompactor start(Store<?> store) {
    return start(store, KEEP, MAX_REVISIONS);
  }

  public static AutoCompactor start(Store<?> store, Duration keep, long maxRevisions) {
    AutoCompactor compactor = new AutoCompactor(store, keep, maxRevisions);
    compactor.thread.start();
    return compactor;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(STEP);
        try {
          step(System.nanoTime());
        } catch (ClosedException | InterruptedWriteException e) {
          return;
        } catch (StoreException e) {
          LOG.warn("compaction failed, trying again later: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      return;
    }
  }

  /** Compacts what is due at a time given in nanoseconds. */
  void step(long now) {
    long current = store.snapshot().revision();
    Mark last = marks.peekLast();
    if (last == null || (last.revision < current && now - last.nanos >= keep / MARKS)) {
      marks.add(new Mark(now, current));
    }
    long due = current - maxRevisions;
    for (Mark mark = marks.peek(); mark != null && now - mark.nanos >= keep; mark = marks.peek()) {
      due = Math.max(due, mark.revision);
      marks.remove();
    }
    if (due > 1) {
      store.compact(due);
    }
  }
}
