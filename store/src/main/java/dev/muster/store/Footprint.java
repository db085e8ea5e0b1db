package dev.muster.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the bytes that a store's values take, history included, and says how many more it takes.
 * The committing thread adds, the compacting one subtracts; any thread reads.
 */
final class Footprint<V> {
  private static final Logger LOG = LoggerFactory.getLogger(Footprint.class);

  /** What an entry costs besides its value: nodes of trees and logs, and the entry itself. */
  private static final int OVERHEAD = 256;

  /** A write that adds no more than this to an object, such as the mark that it is deleted. */
  private static final int SMALL = 1024;

  /** The part of the quota that only small changes of what is there may use. */
  private static final int RESERVE_DIVISOR = 16;

  /** The most that is written with one commit while disk space is short. */
  private static final long SCARCE_BATCH = 2L << 20;

  private final Codec<V> codec;
  private final long quota;
  private long held;
  private long live;
  private boolean warned;

  Footprint(Codec<V> codec, long quota) {
    this.codec = codec;
    this.quota = quota;
  }

  long of(@Nullable Entry<V> entry) {
    return entry == null ? 0 : codec.weight(entry.value()) + entry.key().length() + OVERHEAD;
  }

  /** What was there when the store was opened. */
  synchronized void begin(Iterable<Entry<V>> entries) {
    for (Entry<V> entry : entries) {
      held += of(entry);
    }
    live = held;
  }

  synchronized void published(List<Event<V>> events) {
    for (Event<V> event : events) {
      held += of(event.after());
      live += of(event.after()) - of(event.before());
    }
    warn();
  }

  /** Events whose earlier values nobody can ask for any more. */
  synchronized void forgotten(long bytes) {
    held -= bytes;
  }

  synchronized Usage usage() {
    return new Usage(held, live, quota);
  }

  /**
   * Whether one more value may be taken.
   *
   * @param pending the bytes that were accepted and not yet published
   */
  boolean takes(Entry<V> entry, @Nullable Entry<V> before, long pending) {
    long after = usage().held() + pending + of(entry);
    return after <= (small(entry, before) ? quota + quota / RESERVE_DIVISOR : quota);
  }

  /**
   * Whether one more value may be written where disk space is short: a small change of what is
   * there, as long as there are not many at once.
   *
   * @param written the bytes that would be written together
   */
  boolean takesWhenScarce(Entry<V> entry, @Nullable Entry<V> before, long written) {
    return small(entry, before) && written <= SCARCE_BATCH;
  }

  private boolean small(Entry<V> entry, @Nullable Entry<V> before) {
    return before != null && of(entry) - of(before) <= SMALL;
  }

  private void warn() {
    boolean nearly = usage().nearlyFull();
    if (nearly && !warned) {
      LOG.warn(
          "the store holds {} of at most {} bytes: delete objects, or raise --quota-backend-bytes"
              + " and the heap",
          live,
          quota);
    }
    warned = nearly;
  }
}
