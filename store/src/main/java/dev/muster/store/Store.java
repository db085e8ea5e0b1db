package dev.muster.store;

import java.time.Duration;
import java.util.Optional;

/**
 * Keys and values at revisions. Thread-safe.
 *
 * <p>Every write gets a greater revision than the one before, from one counter for all keys. Reads
 * never block; a write returns once it is durable and visible to every later read. An empty store
 * is at revision 1, the first write gets 2, and no revision is ever given to two writes. Where
 * others write to the same place, too, some revisions may be theirs, and one of theirs may change
 * several keys.
 *
 * <p>Keys look like {@code pods/default/web}. The first segment is the bucket: watchers of one
 * bucket do not pay for writes in another. Key order is that of {@link String#compareTo}.
 */
public interface Store<V> extends AutoCloseable {

  /** The newest state that is known here. */
  Snapshot<V> snapshot();

  /**
   * Returns once {@link #snapshot} has every write that was acknowledged before this was called, by
   * whichever process. A store that one process has for itself always does.
   *
   * @param staleness it is enough that this was so at some moment less than that long ago
   * @throws UnreachableStoreException if nobody can tell
   */
  default void awaitLatest(Duration staleness) {}

  /**
   * The state as of an earlier revision.
   *
   * @throws CompactedException if its history was compacted away
   * @throws FutureRevisionException if nothing was written at it yet
   */
  Snapshot<V> snapshot(long revision);

  /**
   * Creates or replaces an entry.
   *
   * <p>An interrupt takes effect only while the write still waits for its turn: then nothing is
   * written and {@link InterruptedWriteException} is thrown. Later the write runs to its end and
   * the interrupt flag stays set.
   *
   * @param expected the revision of the entry to replace, 0 to create
   * @throws ConflictException if the entry is at another revision, exists, or does not
   * @throws FullStoreException if the store holds as much as it may
   */
  Entry<V> put(String key, Draft<V> draft, long expected);

  /**
   * As {@link #put(String, Draft, long)}, unless another process has put anything below a prefix
   * since. A store that one process has for itself knows of no other; one that is shared may take
   * what this process itself has put for another's.
   *
   * @param since a revision that is known here
   * @throws OvertakenException if something was put there after it
   */
  default Entry<V> putUnlessOvertaken(
      String key, Draft<V> draft, long expected, String prefix, long since) {
    return put(key, draft, expected);
  }

  /**
   * Deletes an entry.
   *
   * @param expected the revision of the entry to delete
   * @return the last state, with the deletion's revision
   * @throws ConflictException if the entry is at another revision or does not exist
   */
  Entry<V> delete(String key, long expected);

  /**
   * The events of all keys that start with {@code prefix} and of revisions greater than {@code
   * after}: in order, none missing, none twice. {@code after} may lie in the future.
   *
   * @throws CompactedException if events after {@code after} were compacted away
   */
  Watch<V> watch(String prefix, long after);

  /** How full it is. */
  Usage usage();

  /**
   * Forgets what was before {@code revision}: the state at it stays readable, and so do the events
   * after it. Returns when the space is free again; writers go on meanwhile. Forgetting what is
   * forgotten already does nothing.
   *
   * @throws FutureRevisionException if nothing was written at it yet
   */
  void compact(long revision);

  /** Compacts this store in the background until it is closed. */
  default AutoCompaction startCompaction() {
    return AutoCompactor.start(this);
  }

  /**
   * Whether an entry would be kept otherwise if it were written now, with another key for instance:
   * then a write that changes nothing is worth the while.
   */
  default boolean outdated(Entry<V> entry) {
    return false;
  }

  /** Whether other processes may write to it, too. */
  default boolean shared() {
    return false;
  }

  /** What is wrong with the store, if anything is, so that requests had better go elsewhere. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  /** Finishes the writes in the queue, ends all watches and closes the files. Idempotent. */
  @Override
  void close();
}
