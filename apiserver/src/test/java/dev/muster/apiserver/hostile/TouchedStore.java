package dev.muster.apiserver.hostile;

import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Usage;
import dev.muster.store.Watch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that writes down which keys and which ranges of keys are touched. For one thread. */
final class TouchedStore<V> implements Store<V> {
  private final Store<V> inner;
  private final List<String> keys = new ArrayList<>();
  private final List<String> ranges = new ArrayList<>();

  TouchedStore(Store<V> inner) {
    this.inner = inner;
  }

  /** The keys that were read, written or deleted since {@link #forget}. */
  List<String> keys() {
    return List.copyOf(keys);
  }

  /** The prefixes below which was listed or watched. */
  List<String> ranges() {
    return List.copyOf(ranges);
  }

  void forget() {
    keys.clear();
    ranges.clear();
  }

  private Snapshot<V> recorded(Snapshot<V> snapshot) {
    return new Snapshot<>() {
      @Override
      public long revision() {
        return snapshot.revision();
      }

      @Override
      public @Nullable Entry<V> get(String key) {
        keys.add(key);
        return snapshot.get(key);
      }

      @Override
      public Iterator<Entry<V>> range(String prefix, String startAfter) {
        ranges.add(prefix);
        return snapshot.range(prefix, startAfter);
      }

      @Override
      public long count(String prefix, String startAfter) {
        ranges.add(prefix);
        return snapshot.count(prefix, startAfter);
      }
    };
  }

  @Override
  public Snapshot<V> snapshot() {
    return recorded(inner.snapshot());
  }

  @Override
  public Snapshot<V> snapshot(long revision) {
    return recorded(inner.snapshot(revision));
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    keys.add(key);
    return inner.put(key, draft, expected);
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    keys.add(key);
    return inner.delete(key, expected);
  }

  @Override
  public Watch<V> watch(String prefix, long after) {
    ranges.add(prefix);
    return inner.watch(prefix, after);
  }

  @Override
  public void compact(long revision) {
    inner.compact(revision);
  }

  @Override
  public Usage usage() {
    return inner.usage();
  }

  @Override
  public void close() {
    inner.close();
  }
}
