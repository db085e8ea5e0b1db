package dev.muster.authz.node;

import java.util.Comparator;

/**
 * An object that nodes may come to read; cluster-wide ones have an empty namespace. Ordered, so
 * that tables of them stay quick even if all names hash alike.
 */
record ObjectKey(ObjectType type, String namespace, String name) implements Comparable<ObjectKey> {
  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::type)
          .thenComparing(ObjectKey::namespace)
          .thenComparing(ObjectKey::name);

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }
}
