package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.store.Draft;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The writes of this server that are under way. When one of them comes back by the watch, byte for
 * byte, it need not be read again: what it says is known. Thread-safe.
 */
final class OwnWrites<V> {
  /** One of them. Compared by what it is, not by what it says. */
  private static final class Write<V> {
    final ByteString bytes;
    final Draft<V> draft;

    Write(ByteString bytes, Draft<V> draft) {
      this.bytes = bytes;
      this.draft = draft;
    }
  }

  private final ConcurrentHashMap<String, Write<V>> byKey = new ConcurrentHashMap<>();

  /**
   * Said before it is sent. Of several writes to one key the last counts; the others are read.
   *
   * @param bytes as they are sent
   * @return to be called once memory has it, or it is known that it will not
   */
  Runnable begin(String key, ByteString bytes, Draft<V> draft) {
    Write<V> write = new Write<>(bytes, draft);
    byKey.put(key, write);
    return () -> byKey.remove(key, write);
  }

  /** What a write of this server says that came back; empty if it is somebody else's. */
  Optional<V> value(String key, ByteString bytes, long revision) {
    Write<V> write = byKey.get(key);
    return write != null && write.bytes.equals(bytes)
        ? Optional.of(write.draft.committed(revision))
        : Optional.empty();
  }
}
