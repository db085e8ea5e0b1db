package dev.muster.etcd;

import com.google.protobuf.ByteString;
import dev.muster.base.deadline.Deadline;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what is in etcd as of one revision, page by page, and makes entries of it. */
final class EtcdState<V> {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdState.class);

  /** How many keys are asked for at first; afterwards as many as make pages of some size. */
  private static final int FIRST_PAGE = 500;

  /** As kube-apiserver asks for at most, unless that were more pages than {@link #PAGES}. */
  private static final int LARGE_PAGE = 10_000;

  private static final long PAGE_BYTES = 8L << 20;

  /** Few, since etcd looks at all keys that are left for each page. */
  private static final int PAGES = 40;

  private static final int LARGEST_PAGE = 50_000;

  private static final long LARGEST_PAGE_BYTES = 32L << 20;

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
    CompletableFuture<Page<V>> before = CompletableFuture.completedFuture(Page.empty());
    int limit = FIRST_PAGE;
    ByteString from = ByteString.copyFromUtf8(layout.prefix());
    ByteString end = after(from);
    long at = revision;
    while (true) {
      RangeResponse page =
          calls.range(
              RangeRequest.newBuilder()
                  .setKey(from)
                  .setRangeEnd(end)
                  .setLimit(limit)
                  .setRevision(at)
                  .build());
      at = at == 0 ? page.getHeader().getRevision() : at;
      before.join().addTo(entries, unreadable);
      // while the next page is on its way
      before = CompletableFuture.supplyAsync(() -> read(page), Thread::startVirtualThread);
      if (!page.getMore()) {
        before.join().addTo(entries, unreadable);
        return new Loaded<>(at, entries, unreadable);
      }
      limit = pageFor(page.getKvsCount(), page.getSerializedSize(), page.getCount());
      from = page.getKvs(page.getKvsCount() - 1).getKey().concat(ByteString.copyFrom(new byte[1]));
    }
  }

  /** What was read of one page. */
  private record Page<V>(List<Entry<V>> entries, List<String> unreadable) {
    static <V> Page<V> empty() {
      return new Page<>(new ArrayList<>(), new ArrayList<>());
    }

    void addTo(List<Entry<V>> allEntries, Set<String> allUnreadable) {
      allEntries.addAll(entries);
      allUnreadable.addAll(unreadable);
    }
  }

  private Page<V> read(RangeResponse response) {
    Page<V> page = Page.empty();
    for (KeyValue pair : response.getKvsList()) {
      String key = key(pair);
      if (key != null) {
        entry(key, pair).ifPresentOrElse(page.entries::add, () -> page.unreadable.add(key));
      }
    }
    return page;
  }

  /**
   * How many keys to ask for next, after a page of so many keys and bytes.
   *
   * @param left how many keys there were from that page on
   */
  static int pageFor(int keys, long bytes, long left) {
    int most = Math.clamp(left / PAGES, LARGE_PAGE, LARGEST_PAGE);
    long size = Math.min(LARGEST_PAGE_BYTES, PAGE_BYTES * most / LARGE_PAGE);
    return Math.clamp(size * keys / Math.max(1, bytes), FIRST_PAGE / 10, most);
  }

  /** The entry of a key; empty, with a line in the log, if its value cannot be read. */
  Optional<Entry<V>> entry(String key, KeyValue pair) {
    try {
      // a client that hung up says nothing about the value
      V value =
          Deadline.without(
              () -> codec.decode(key, pair.getValue().toByteArray(), pair.getModRevision()));
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
