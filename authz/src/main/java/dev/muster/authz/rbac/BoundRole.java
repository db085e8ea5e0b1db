package dev.muster.authz.rbac;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** The postings that give one subject one role in one scope, by binding name. Immutable. */
final class BoundRole {
  private final int slot;
  private final Posting[] postings;

  private BoundRole(int slot, Posting[] postings) {
    this.slot = slot;
    this.postings = postings;
  }

  static BoundRole of(Posting posting) {
    return new BoundRole(posting.slot(), new Posting[] {posting});
  }

  /** At least one, all of one slot. */
  static BoundRole of(List<Posting> postings) {
    Posting[] sorted = postings.toArray(Posting[]::new);
    Arrays.sort(sorted, Comparator.comparing(Posting::bindingKey));
    return new BoundRole(sorted[0].slot(), sorted);
  }

  int slot() {
    return slot;
  }

  Posting first() {
    return postings[0];
  }

  Posting[] postings() {
    return postings;
  }

  /** Visits one posting per role reference: the first, unless the references cannot be resolved. */
  void forEachReference(Consumer<Posting> visitor) {
    int count = slot == RoleDirectory.NOWHERE ? postings.length : 1;
    for (int i = 0; i < count; i++) {
      visitor.accept(postings[i]);
    }
  }

  BoundRole with(Posting posting) {
    int at = -1 - position(posting.bindingKey());
    var copy = new Posting[postings.length + 1];
    System.arraycopy(postings, 0, copy, 0, at);
    copy[at] = posting;
    System.arraycopy(postings, at, copy, at + 1, postings.length - at);
    return new BoundRole(slot, copy);
  }

  /** Without the binding's posting; the result may be empty. */
  BoundRole without(RbacKey binding) {
    int at = position(binding);
    var left = new Posting[postings.length - 1];
    System.arraycopy(postings, 0, left, 0, at);
    System.arraycopy(postings, at + 1, left, at, left.length - at);
    return new BoundRole(slot, left);
  }

  boolean isEmpty() {
    return postings.length == 0;
  }

  /** Where the binding's posting is, or -1 minus where it belongs. */
  private int position(RbacKey binding) {
    int low = 0;
    int high = postings.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = postings[middle].bindingKey().compareTo(binding);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1 - low;
  }
}
