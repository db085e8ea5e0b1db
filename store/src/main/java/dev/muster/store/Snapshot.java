package dev.muster.store;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** All entries as of one revision. Immutable: it costs nothing to keep one for a while. */
public interface Snapshot<V> {

  long revision();

  @Nullable Entry<V> get(String key);

  /**
   * The entries whose key starts with {@code prefix} and is greater than {@code startAfter}, in key
   * order, found as the iterator advances.
   *
   * @param startAfter a key, or empty to begin with the first
   */
  Iterator<Entry<V>> range(String prefix, String startAfter);

  /** How many entries {@link #range} would give; its cost does not grow with the answer. */
  long count(String prefix, String startAfter);

  /** How many keys start with {@code prefix}. */
  default long count(String prefix) {
    return count(prefix, "");
  }
}
