package dev.muster.store;

/** Between what a {@link Draft} gives and what is kept. Thread-safe. */
@FunctionalInterface
public interface Codec<V> {
  /** The value of what was kept. */
  V decode(String key, byte[] bytes, long revision);

  /** What is kept of a draft's bytes. */
  default byte[] encode(String key, byte[] draft) {
    return draft;
  }

  /** Whether what was kept at a revision would be kept otherwise if it were written now. */
  default boolean outdated(String key, long revision) {
    return false;
  }

  /** About how many bytes of memory the value takes. */
  default long weight(V value) {
    return 0;
  }
}
