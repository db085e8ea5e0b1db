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
 *
 * <p>Names that somebody chose to hash alike would all be in one table. Once one is far larger than
 * the others, the map goes over to {@link SecretHash} for good, which takes keys by their texts:
 * keys that are equal have the same text.
 */
final class PersistentMap<K, V> {
  private static final int TABLES = 1024;
  private static final int SMALL = 64;

  /** A table that is longer than this, for each entry that it should have, is too long. */
  private static final int CROWDED = 32;

  private static final Object[] NO_ENTRIES = new Object[2];
  private static final PersistentMap<?, ?> EMPTY =
      new PersistentMap<>(new Object[][] {NO_ENTRIES}, 0, false);

  private final @Nullable Object[][] tables;
  private final int size;
  private final boolean secret;

  private PersistentMap(@Nullable Object[][] tables, int size, boolean secret) {
    this.tables = tables;
    this.size = size;
    this.secret = secret;
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
    int hash = hash(key);
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
      return spreadOut(secret).with(key, value);
    }
    int hash = hash(key);
    int at = hash >>> 22 & (tables.length - 1);
    if (!secret && tables[at].length > CROWDED * (SMALL + newSize / TABLES)) {
      return spreadOut(true).with(key, value);
    }
    var copy = tables.clone();
    copy[at] = copyWithRoom(tables[at], 1);
    put(copy[at], hash, key, value);
    return new PersistentMap<>(copy, newSize, secret);
  }

  PersistentMap<K, V> without(K key) {
    if (get(key) == null) {
      return this;
    }
    if (size == 1) {
      return empty();
    }
    int at = hash(key) >>> 22 & (tables.length - 1);
    @Nullable Object[] old = tables[at];
    var left = new Object[old.length];
    for (int i = 0; i < old.length; i += 2) {
      Object other = old[i];
      if (other != null && !other.equals(key)) {
        put(left, hash(other), other, old[i + 1]);
      }
    }
    var copy = tables.clone();
    copy[at] = left;
    return new PersistentMap<>(copy, size - 1, secret);
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

  private PersistentMap<K, V> spreadOut(boolean secretly) {
    var many = new Object[TABLES][];
    Arrays.fill(many, NO_ENTRIES);
    PersistentMap<K, V> out = new PersistentMap<>(many, size, secretly);
    forEach(
        (key, value) -> {
          int hash = out.hash(key);
          int at = hash >>> 22 & (TABLES - 1);
          many[at] = out.copyWithRoom(many[at], 1);
          put(many[at], hash, key, value);
        });
    return out;
  }

  /** A copy that is at most half full when that many entries more are in it. */
  private @Nullable Object[] copyWithRoom(@Nullable Object[] table, int more) {
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
        put(larger, hash(key), key, table[i + 1]);
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

  private int hash(Object key) {
    int h = (secret ? SecretHash.of(key.toString()) : key.hashCode()) * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
