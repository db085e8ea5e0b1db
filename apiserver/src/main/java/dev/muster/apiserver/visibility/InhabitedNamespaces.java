package dev.muster.apiserver.visibility;

import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The namespaces in which there are objects of a kind, in the order of keys: one step for each,
 * however many objects it has.
 */
final class InhabitedNamespaces implements Iterator<String> {
  /** What follows a slash in the order of keys: all keys of a namespace are before it. */
  private static final char BEHIND = '/' + 1;

  private final Snapshot<?> snapshot;
  private final String prefix;

  /** The next one is that of the first key after this. */
  private String position;

  /**
   * @param prefix of the kind's keys
   * @param startAfter a key: the first namespace is its own at the earliest
   */
  InhabitedNamespaces(Snapshot<?> snapshot, String prefix, String startAfter) {
    this.snapshot = snapshot;
    this.prefix = prefix;
    int end = startAfter.indexOf('/', Math.min(prefix.length(), startAfter.length()));
    this.position = end < 0 ? startAfter : startAfter.substring(0, end);
  }

  @Override
  public boolean hasNext() {
    return entries().hasNext();
  }

  @Override
  public String next() {
    Iterator<? extends Entry<?>> entries = entries();
    if (!entries.hasNext()) {
      throw new NoSuchElementException();
    }
    String key = entries.next().key();
    String namespace = key.substring(prefix.length(), key.indexOf('/', prefix.length()));
    position = prefix + namespace + BEHIND;
    return namespace;
  }

  private Iterator<? extends Entry<?>> entries() {
    return snapshot.range(prefix, position);
  }
}
