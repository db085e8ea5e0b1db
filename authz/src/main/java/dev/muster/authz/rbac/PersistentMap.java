package dev.muster.authz.rbac;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable hash map whose changed copies share all but a few kilobytes with the original.
 *
 * <p>Entries live in open-addressed tables of keys and values side by side, so that a look-up
 * touches little memory and allocates nothing: one table while the map is small, {@value #TABLES}
 * of them once it has grown. Iteration order is unspecified.
 */
final class PersistentMap<K, V> {
  private static final int TABLES = 1024;
  private static final int SMALL = 64;
  private static final Object[] NO_ENTRIES = new Object[2];
  private static final PersistentMap<?, ?> EMPTY =
      new PersistentMap<>(new Object[][] {NO_ENTRIES}, 0);

  private final @Nullable Object[][] tables;
  private final int size;

  private PersistentMap(@Nullable Object[][] tables, int size) {
    this.tables = tables;
    this.size = size;
  }

  @SuppressWarnings("unchecked") // the empty map holds neither keys nor values
  static <K, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // only a V is ever stored beside a key
  @Nullable V get(K key) {
    int hash = spread(key);
    @Nullable Object[] table = tables[hash >>> 22 & (tables.length - 1)];
    for (int at = hash & mask(table); ; at = at + 2 & mask(table)) {
      Object found = table[at];
      if (found == null) {
        return null;
      }
      if (found.equals(key)) {
        return (V) table[at + 1];
      }
    }
  }

  PersistentMap<K, V> with(K key, V value) {
    int newSize = get(key) == null ? size + 1 : size;
    if (tables.length == 1 && newSize > SMALL) {
      return spreadOut().with(key, value);
    }
    int hash = spread(key);
    int at = hash >>> 22 & (tables.length - 1);
    var copy = tables.clone();
    copy[at] = copyWithRoom(tables[at], 1);
    put(copy[at], hash, key, value);
    return new PersistentMap<>(copy, newSize);
  }

  PersistentMap<K, V> without(K key) {
    if (get(key) == null) {
      return this;
    }
    if (size == 1) {
      return empty();
    }
    int at = spread(key) >>> 22 & (tables.length - 1);
    @Nullable Object[] old = tables[at];
    var left = new Object[old.length];
    for (int i = 0; i < old.length; i += 2) {
      Object other = old[i];
      if (other != null && !other.equals(key)) {
        put(left, spread(other), other, old[i + 1]);
      }
    }
    var copy = tables.clone();
    copy[at] = left;
    return new PersistentMap<>(copy, size - 1);
  }

  @SuppressWarnings("unchecked") // only a V is ever stored beside a K
  void forEach(BiConsumer<? super K, ? super V> visitor) {
    for (@Nullable Object[] table : tables) {
      for (int i = 0; i < table.length; i += 2) {
        if (table[i] != null) {
          visitor.accept((K) table[i], (V) table[i + 1]);
        }
      }
    }
  }

  private PersistentMap<K, V> spreadOut() {
    var many = new Object[TABLES][];
    Arrays.fill(many, NO_ENTRIES);
    forEach(
        (key, value) -> {
          int hash = spread(key);
          int at = hash >>> 22 & (TABLES - 1);
          many[at] = copyWithRoom(many[at], 1);
          put(many[at], hash, key, value);
        });
    return new PersistentMap<>(many, size);
  }

  /** A copy that is at most half full when that many entries more are in it. */
  private static @Nullable Object[] copyWithRoom(@Nullable Object[] table, int more) {
    int used = more;
    for (int i = 0; i < table.length; i += 2) {
      used += table[i] == null ? 0 : 1;
    }
    if (used * 4 <= table.length) {
      return table.clone();
    }
    var larger = new Object[Math.max(8, table.length * 2)];
    for (int i = 0; i < table.length; i += 2) {
      Object key = table[i];
      if (key != null) {
        put(larger, spread(key), key, table[i + 1]);
      }
    }
    return larger;
  }

  private static void put(@Nullable Object[] table, int hash, Object key, @Nullable Object value) {
    int at = hash & mask(table);
    while (table[at] != null && !key.equals(table[at])) {
      at = at + 2 & mask(table);
    }
    table[at] = key;
    table[at + 1] = value;
  }

  /** Selects the even positions of a table. */
  private static int mask(@Nullable Object[] table) {
    return table.length - 2;
  }

  private static int spread(Object key) {
    int h = key.hashCode() * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
