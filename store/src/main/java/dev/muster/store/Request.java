package dev.muster.store;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something for the committing thread to do. */
sealed interface Request<V> {

  /** Begins the work; false if the caller has given up. */
  boolean take();

  void fail(Supplier<? extends StoreException> reason);

  /** A put, or a delete if there is no draft. */
  final class Change<V> extends Ticket<Entry<V>> implements Request<V> {
    final String key;
    final @Nullable Draft<V> draft;
    final byte @Nullable [] bytes;
    final long expected;

    Change(String key, @Nullable Draft<V> draft, long expected, Codec<V> codec) {
      if (key.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
        throw new IllegalArgumentException("\"" + key + "\" cannot be a key");
      }
      this.key = key;
      this.draft = draft;
      this.bytes = draft == null ? null : codec.encode(key, draft.bytes());
      this.expected = expected;
    }
  }

  /** A part of a compaction; without anything to drop it only gives space back. */
  final class Upkeep<V> extends Ticket<Boolean> implements Request<V> {
    final long compacted;
    final long[] superseded;

    Upkeep(long compacted, long[] superseded) {
      this.compacted = compacted;
      this.superseded = superseded;
    }
  }
}
