package dev.muster.store;

/** Turns what a {@link Draft} put on disk back into a value, when a store is opened. */
@FunctionalInterface
public interface Codec<V> {
  V decode(String key, byte[] bytes, long revision);

  /** About how many bytes of memory the value takes. */
  default long weight(V value) {
    return 0;
  }
}
