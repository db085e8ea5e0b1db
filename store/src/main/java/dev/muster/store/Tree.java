package dev.muster.store;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map of entries. A change copies the path to the root and shares the rest.
 *
 * <p>INVARIANT: no subtree weighs more than three times its sibling (weight: size + 1), so the
 * height is logarithmic and subtree sizes answer how many keys lie in a range.
 */
final class Tree<V> {
  private static final int RATIO = 3;
  private static final int INNER = 2;
  private static final Tree<?> EMPTY = new Tree<>(null);

  private final @Nullable Node<V> root;

  private Tree(@Nullable Node<V> root) {
    this.root = root;
  }

  private record Node<V>(
      Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right, int size) {
    Node(Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
      this(entry, left, right, 1 + sizeOf(left) + sizeOf(right));
    }
  }

  @SuppressWarnings("unchecked") // it holds nothing
  static <V> Tree<V> empty() {
    return (Tree<V>) EMPTY;
  }

  /** Of entries in strictly ascending key order. */
  static <V> Tree<V> ofSorted(List<Entry<V>> entries) {
    return new Tree<>(build(entries, 0, entries.size()));
  }

  private static <V> @Nullable Node<V> build(List<Entry<V>> entries, int from, int to) {
    if (from == to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    return new Node<>(
        entries.get(middle), build(entries, from, middle), build(entries, middle + 1, to));
  }

  int size() {
    return sizeOf(root);
  }

  @Nullable Entry<V> get(String key) {
    Node<V> node = root;
    while (node != null) {
      int order = key.compareTo(node.entry.key());
      if (order == 0) {
        return node.entry;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  Tree<V> with(Entry<V> entry) {
    return new Tree<>(insert(root, entry));
  }

  Tree<V> without(String key) {
    return new Tree<>(remove(root, key));
  }

  /** How many keys start with {@code prefix} and are greater than {@code startAfter}. */
  long count(String prefix, String startAfter) {
    return Math.max(0, rank(new Bound.Through(prefix)) - rank(Bound.first(prefix, startAfter)));
  }

  /** The entries that {@link #count} counts, in order. */
  Iterator<Entry<V>> range(String prefix, String startAfter) {
    return new Ascending<>(root, Bound.first(prefix, startAfter), prefix);
  }

  /** How many keys lie below the bound. */
  private long rank(Bound bound) {
    long rank = 0;
    Node<V> node = root;
    while (node != null) {
      if (bound.isAbove(node.entry.key())) {
        rank += 1 + sizeOf(node.left);
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return rank;
  }

  private static final class Ascending<V> implements Iterator<Entry<V>> {
    private final ArrayDeque<Node<V>> path = new ArrayDeque<>();
    private final String prefix;

    Ascending(@Nullable Node<V> root, Bound from, String prefix) {
      this.prefix = prefix;
      Node<V> node = root;
      while (node != null) {
        if (from.isAbove(node.entry.key())) {
          node = node.right;
        } else {
          path.push(node);
          node = node.left;
        }
      }
    }

    @Override
    public boolean hasNext() {
      Node<V> next = path.peek();
      return next != null && next.entry.key().startsWith(prefix);
    }

    @Override
    public Entry<V> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Node<V> found = path.pop();
      for (Node<V> node = found.right; node != null; node = node.left) {
        path.push(node);
      }
      return found.entry;
    }
  }

  private static int sizeOf(@Nullable Node<?> node) {
    return node == null ? 0 : node.size;
  }

  private static int weight(@Nullable Node<?> node) {
    return sizeOf(node) + 1;
  }

  private static <V> Node<V> insert(@Nullable Node<V> node, Entry<V> entry) {
    if (node == null) {
      return new Node<>(entry, null, null);
    }
    int order = entry.key().compareTo(node.entry.key());
    if (order == 0) {
      return new Node<>(entry, node.left, node.right, node.size);
    }
    return order < 0
        ? balance(node.entry, insert(node.left, entry), node.right)
        : balance(node.entry, node.left, insert(node.right, entry));
  }

  private static <V> @Nullable Node<V> remove(@Nullable Node<V> node, String key) {
    if (node == null) {
      return null;
    }
    int order = key.compareTo(node.entry.key());
    if (order < 0) {
      return balance(node.entry, remove(node.left, key), node.right);
    }
    if (order > 0) {
      return balance(node.entry, node.left, remove(node.right, key));
    }
    if (node.left == null) {
      return node.right;
    }
    if (node.right == null) {
      return node.left;
    }
    return balance(first(node.right), node.left, withoutFirst(node.right));
  }

  private static <V> Entry<V> first(Node<V> node) {
    Node<V> first = node;
    while (first.left != null) {
      first = first.left;
    }
    return first.entry;
  }

  private static <V> @Nullable Node<V> withoutFirst(Node<V> node) {
    return node.left == null
        ? node.right
        : balance(node.entry, withoutFirst(node.left), node.right);
  }

  private static <V> Node<V> balance(
      Entry<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
    if (right != null && weight(right) > RATIO * weight(left)) {
      Node<V> inner = right.left;
      return inner == null || weight(inner) < INNER * weight(right.right)
          ? new Node<>(right.entry, new Node<>(entry, left, inner), right.right)
          : new Node<>(
              inner.entry,
              new Node<>(entry, left, inner.left),
              new Node<>(right.entry, inner.right, right.right));
    }
    if (left != null && weight(left) > RATIO * weight(right)) {
      Node<V> inner = left.right;
      return inner == null || weight(inner) < INNER * weight(left.left)
          ? new Node<>(left.entry, left.left, new Node<>(entry, inner, right))
          : new Node<>(
              inner.entry,
              new Node<>(left.entry, left.left, inner.left),
              new Node<>(entry, inner.right, right));
    }
    return new Node<>(entry, left, right);
  }
}
