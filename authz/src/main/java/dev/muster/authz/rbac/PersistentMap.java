package dev.muster.authz.rbac;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable hash map whose changed copies share all but a few small nodes with the original.
 *
 * <p>A trie of up to 64 slots per level, so a look-up among 100,000 keys follows three references
 * and allocates nothing. Iteration order is unspecified.
 */
final class PersistentMap<K, V> {
  private static final int BITS = 6;
  private static final int MASK = (1 << BITS) - 1;
  private static final PersistentMap<?, ?> EMPTY =
      new PersistentMap<>(new Branch(0, new Object[0]), 0);

  private final Branch root;
  private final int size;

  private PersistentMap(Branch root, int size) {
    this.root = root;
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
    Branch branch = root;
    for (int shift = 0; ; shift += BITS) {
      long bit = bit(hash, shift);
      if ((branch.bitmap & bit) == 0) {
        return null;
      }
      Object slot = branch.slots[Long.bitCount(branch.bitmap & (bit - 1))];
      if (slot instanceof Branch next) {
        branch = next;
      } else if (slot instanceof Leaf leaf) {
        return leaf.hash == hash && leaf.key.equals(key) ? (V) leaf.value : null;
      } else {
        for (Leaf leaf : (Leaf[]) slot) {
          if (leaf.key.equals(key)) {
            return (V) leaf.value;
          }
        }
        return null;
      }
    }
  }

  PersistentMap<K, V> with(K key, V value) {
    var leaf = new Leaf(spread(key), key, value);
    boolean isNew = get(key) == null;
    return new PersistentMap<>(insert(root, leaf, 0), isNew ? size + 1 : size);
  }

  PersistentMap<K, V> without(K key) {
    if (get(key) == null) {
      return this;
    }
    Object left = remove(root, spread(key), key, 0);
    Branch branch = left instanceof Branch b ? b : single(left);
    return new PersistentMap<>(branch, size - 1);
  }

  @SuppressWarnings("unchecked") // only a V is ever stored beside a K
  void forEach(BiConsumer<? super K, ? super V> visitor) {
    visit(root, leaf -> visitor.accept((K) leaf.key, (V) leaf.value));
  }

  private static Branch single(@Nullable Object slot) {
    return switch (slot) {
      case null -> new Branch(0, new Object[0]);
      case Leaf leaf -> new Branch(bit(leaf.hash, 0), new Object[] {leaf});
      case Leaf[] leaves -> new Branch(bit(leaves[0].hash, 0), new Object[] {leaves});
      default -> throw new AssertionError("not a slot: " + slot);
    };
  }

  private static Branch insert(Branch branch, Leaf leaf, int shift) {
    long bit = bit(leaf.hash, shift);
    int at = Long.bitCount(branch.bitmap & (bit - 1));
    if ((branch.bitmap & bit) == 0) {
      var slots = new Object[branch.slots.length + 1];
      System.arraycopy(branch.slots, 0, slots, 0, at);
      slots[at] = leaf;
      System.arraycopy(branch.slots, at, slots, at + 1, branch.slots.length - at);
      return new Branch(branch.bitmap | bit, slots);
    }
    Object[] slots = branch.slots.clone();
    slots[at] =
        switch (slots[at]) {
          case Branch next -> insert(next, leaf, shift + BITS);
          case Leaf other ->
              other.key.equals(leaf.key) ? leaf : split(other, other.hash, leaf, shift + BITS);
          case Leaf[] same ->
              same[0].hash == leaf.hash
                  ? replaceOrAdd(same, leaf)
                  : split(same, same[0].hash, leaf, shift + BITS);
          default -> throw new AssertionError("not a slot: " + slots[at]);
        };
    return new Branch(branch.bitmap, slots);
  }

  /** A subtree for two slots whose hashes agree above {@code shift}. */
  private static Object split(Object slot, int slotHash, Leaf leaf, int shift) {
    if (slotHash == leaf.hash) {
      return new Leaf[] {(Leaf) slot, leaf};
    }
    long one = bit(slotHash, shift);
    long two = bit(leaf.hash, shift);
    if (one == two) {
      return new Branch(one, new Object[] {split(slot, slotHash, leaf, shift + BITS)});
    }
    boolean ordered = Long.compareUnsigned(one, two) < 0;
    return new Branch(one | two, ordered ? new Object[] {slot, leaf} : new Object[] {leaf, slot});
  }

  private static Leaf[] replaceOrAdd(Leaf[] leaves, Leaf leaf) {
    for (int i = 0; i < leaves.length; i++) {
      if (leaves[i].key.equals(leaf.key)) {
        Leaf[] copy = leaves.clone();
        copy[i] = leaf;
        return copy;
      }
    }
    Leaf[] copy = Arrays.copyOf(leaves, leaves.length + 1);
    copy[leaves.length] = leaf;
    return copy;
  }

  /** What is left in the slot; null if nothing is. The key is known to be present. */
  private static @Nullable Object remove(Object slot, int hash, Object key, int shift) {
    return switch (slot) {
      case Leaf leaf -> null;
      case Leaf[] leaves -> {
        Leaf[] left = Arrays.stream(leaves).filter(l -> !l.key.equals(key)).toArray(Leaf[]::new);
        yield left.length == 1 ? left[0] : left;
      }
      case Branch branch -> {
        long bit = bit(hash, shift);
        int at = Long.bitCount(branch.bitmap & (bit - 1));
        Object left = remove(branch.slots[at], hash, key, shift + BITS);
        yield left == null ? drop(branch, bit, at) : replace(branch, at, left, shift);
      }
      default -> throw new AssertionError("not a slot: " + slot);
    };
  }

  private static @Nullable Object drop(Branch branch, long bit, int at) {
    int left = branch.slots.length - 1;
    if (left == 0) {
      return null;
    }
    if (left == 1 && !(branch.slots[1 - at] instanceof Branch)) {
      return branch.slots[1 - at];
    }
    var slots = new Object[left];
    System.arraycopy(branch.slots, 0, slots, 0, at);
    System.arraycopy(branch.slots, at + 1, slots, at, left - at);
    return new Branch(branch.bitmap & ~bit, slots);
  }

  private static Object replace(Branch branch, int at, Object slot, int shift) {
    if (shift > 0 && branch.slots.length == 1 && !(slot instanceof Branch)) {
      return slot;
    }
    Object[] slots = branch.slots.clone();
    slots[at] = slot;
    return new Branch(branch.bitmap, slots);
  }

  private static void visit(Object slot, Consumer<Leaf> visitor) {
    switch (slot) {
      case Branch branch -> {
        for (Object next : branch.slots) {
          visit(next, visitor);
        }
      }
      case Leaf leaf -> visitor.accept(leaf);
      case Leaf[] leaves -> Arrays.asList(leaves).forEach(visitor);
      default -> throw new AssertionError("not a slot: " + slot);
    }
  }

  private static int spread(Object key) {
    int h = key.hashCode() * 0x9E3779B9;
    return h ^ (h >>> 16);
  }

  private static long bit(int hash, int shift) {
    return 1L << ((hash >>> shift) & MASK);
  }

  /** A slot is a Branch, a Leaf, or a {@code Leaf[]} of different keys with one hash. */
  private static final class Branch {
    final long bitmap;
    final Object[] slots;

    Branch(long bitmap, Object[] slots) {
      this.bitmap = bitmap;
      this.slots = slots;
    }
  }

  private record Leaf(int hash, Object key, Object value) {}
}
