package dev.muster.kinds.apiextensions;

import dev.muster.cel.DeclaredType;
import dev.muster.model.field.At;

/**
 * How often a part of a schema can be there in one object.
 *
 * @param most negative when nothing says it
 */
record Cardinality(long most) {
  private static final long MOST_BYTES = 3 << 20;
  static final Cardinality ONE = new Cardinality(1);

  /** For the elements of a list or map. */
  Cardinality times(At elements) {
    return elements.absent() || most < 0
        ? new Cardinality(-1)
        : new Cardinality(product(most, Math.max(0, elements.node().asLong())));
  }

  /** What a rule that costs so much for one value costs for all that there can be. */
  long cost(long one, DeclaredType type) {
    return product(one, most < 0 ? MOST_BYTES / (type.leastBytes() + 1) : most);
  }

  private static long product(long a, long b) {
    return a != 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
  }
}
