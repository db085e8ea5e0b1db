package dev.muster.store;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** A tree and the revision it belongs to. */
record TreeSnapshot<V>(long revision, Tree<V> tree) implements Snapshot<V> {

  @Override
  public @Nullable Entry<V> get(String key) {
    return tree.get(key);
  }

  @Override
  public Iterator<Entry<V>> range(String prefix, String startAfter) {
    return tree.range(prefix, startAfter);
  }

  @Override
  public long count(String prefix, String startAfter) {
    return tree.count(prefix, startAfter);
  }

  /** The state after one more write. */
  TreeSnapshot<V> after(Event<V> event) {
    Entry<V> left = event.after();
    return new TreeSnapshot<>(
        event.revision(), left == null ? tree.without(event.key()) : tree.with(left));
  }
}
