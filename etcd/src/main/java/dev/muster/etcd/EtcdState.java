package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.etcd.api.KeyValue;
import dev.muster.etcd.api.RangeRequest;
import dev.muster.etcd.api.RangeResponse;
import dev.muster.store.Codec;
import dev.muster.store.Entry;
import dev.muster.store.KeyLayout;
import dev.muster.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what is in etcd as of one revision, page by page, and makes entries of it. */
final class EtcdState<V> {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdState.class);
  private static final int PAGE = 500;

  private final EtcdCalls calls;
  private final KeyLayout layout;
  private final Codec<V> codec;

  EtcdState(EtcdCalls calls, KeyLayout layout, Codec<V> codec) {
    this.calls = calls;
    this.layout = layout;
    this.codec = codec;
  }

  /**
   * All entries as of a revision.
   *
   * @param unreadable the keys that have a value which is not among the entries
   */
  record Loaded<V>(long revision, List<Entry<V>> entries, Set<String> unreadable) {}

  /**
   * @param revision 0 for the newest
   * @throws io.grpc.StatusRuntimeException if that revision is not, or no longer, there
   */
  Loaded<V> load(long revision) {
    List<Entry<V>> entries = new ArrayList<>();
    Set<String> unreadable = new HashSet<>();
    ByteString from = ByteString.copyFromUtf8(layout.prefix());
    ByteString end = after(from);
    long at = revision;
    while (true) {
      RangeResponse page =
          calls.range(
              RangeRequest.newBuilder()
                  .setKey(from)
                  .setRangeEnd(end)
                  .setLimit(PAGE)
                  .setRevision(at)
                  .build());
      at = at == 0 ? page.getHeader().getRevision() : at;
      for (KeyValue pair : page.getKvsList()) {
        String key = key(pair);
        if (key != null) {
          entry(key, pair).ifPresentOrElse(entries::add, () -> unreadable.add(key));
        }
      }
      if (!page.getMore()) {
        return new Loaded<>(at, entries, unreadable);
      }
      from = page.getKvs(page.getKvsCount() - 1).getKey().concat(ByteString.copyFrom(new byte[1]));
    }
  }

  /** The entry of a key; empty, with a line in the log, if its value cannot be read. */
  Optional<Entry<V>> entry(String key, KeyValue pair) {
    try {
      V value = codec.decode(key, pair.getValue().toByteArray(), pair.getModRevision());
      return Optional.of(new Entry<>(key, value, pair.getCreateRevision(), pair.getModRevision()));
    } catch (RuntimeException e) {
      LOG.error(
          "etcd holds a value that cannot be read: key={} revision={}: {}",
          key,
          pair.getModRevision(),
          // what others say may quote the value
          e instanceof StoreException ? e.getMessage() : e.getClass().getSimpleName());
      return Optional.empty();
    }
  }

  /** Whether the newest value of a key can be read now, with a key that came since for instance. */
  boolean readable(String key) {
    RangeRequest newest = RangeRequest.newBuilder().setKey(path(key)).build();
    return calls.range(newest).getKvsList().stream().anyMatch(pair -> entry(key, pair).isPresent());
  }

  /** Null if it is nothing of the store's. */
  @Nullable String key(KeyValue pair) {
    return layout.fromStorage(pair.getKey().toString(StandardCharsets.UTF_8));
  }

  byte[] encode(String key, byte[] draft) {
    return codec.encode(key, draft);
  }

  boolean outdated(Entry<V> entry) {
    return codec.outdated(entry.key(), entry.revision());
  }

  ByteString path(String key) {
    return ByteString.copyFromUtf8(layout.toStorage(key));
  }

  /** The end of the range of keys with a prefix, which does not end with the greatest byte. */
  static ByteString after(ByteString prefix) {
    byte[] end = prefix.toByteArray();
    end[end.length - 1]++;
    return ByteString.copyFrom(end);
  }
}
