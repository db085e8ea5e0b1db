package dev.muster.store;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where writes become durable. Used by one thread at a time: first to replay, then to commit.
 *
 * <p>It keeps every row of a revision greater than the compacted one, and of the others at least
 * the newest of each key that was not deleted.
 */
interface Journal extends AutoCloseable {

  /** One write as it is kept. A null value is a deletion. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Row(long revision, String key, long created, byte @Nullable [] value) {}

  /**
   * What becomes durable together.
   *
   * @param compacted the new compacted revision, 0 to leave it
   * @param superseded revisions whose rows can be dropped; they are not greater than the compacted
   *     one
   * @param shrink whether to give some free space back to the file system
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Batch(List<Row> rows, long compacted, long[] superseded, boolean shrink) {}

  @FunctionalInterface
  interface Replay {
    void row(Row row);
  }

  /** The compacted revision, 0 if there was no compaction yet. */
  long compacted();

  /** Gives all rows in order of their revision. */
  void replay(Replay replay);

  /** Makes a batch durable, all of it or nothing. */
  void commit(Batch batch) throws CommitFailedException;

  /**
   * Begins anew after a commit of which nobody knows how it ended: reads what is there, drops what
   * nobody was told of, and sees to it that what comes does not rest on what may not be on disk.
   *
   * @param acknowledged the newest revision that somebody was told of
   * @param live whether a row is the newest of its key; it has to be there
   * @param count how many such rows there have to be
   */
  void reopen(long acknowledged, Predicate<Row> live, long count) throws CommitFailedException;

  /** Whether there is much space to give back. Any thread may ask. */
  boolean slack();

  /**
   * Whether disk space is so short that what is left has to be kept for deletions and small
   * changes. Any thread may ask.
   */
  boolean scarce();

  /** Looks again whether space is short, if it was. */
  boolean stillScarce();

  /** The error to report when what was replayed makes no sense. */
  StoreException damaged(String problem);

  @Override
  void close();

  /** Keeps nothing. */
  static Journal none() {
    return new Journal() {
      @Override
      public long compacted() {
        return 0;
      }

      @Override
      public void replay(Replay replay) {}

      @Override
      public void commit(Batch batch) {}

      @Override
      public void reopen(long acknowledged, Predicate<Row> live, long count) {}

      @Override
      public boolean slack() {
        return false;
      }

      @Override
      public boolean scarce() {
        return false;
      }

      @Override
      public boolean stillScarce() {
        return false;
      }

      @Override
      public StoreException damaged(String problem) {
        return new StoreException(problem);
      }

      @Override
      public void close() {}
    };
  }
}
