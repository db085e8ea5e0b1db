package dev.muster.authz.rbac;

import java.util.Arrays;

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

  int slot() {
    return slot;
  }

  Posting first() {
    return postings[0];
  }

  Posting[] postings() {
    return postings;
  }

  BoundRole with(Posting posting) {
    int at = 0;
    while (at < postings.length && precedes(postings[at], posting)) {
      at++;
    }
    var copy = new Posting[postings.length + 1];
    System.arraycopy(postings, 0, copy, 0, at);
    copy[at] = posting;
    System.arraycopy(postings, at, copy, at + 1, postings.length - at);
    return new BoundRole(slot, copy);
  }

  /** Without the binding's posting; the result may be empty. */
  BoundRole without(RbacKey binding) {
    Posting[] left =
        Arrays.stream(postings)
            .filter(p -> !p.bindingKey().equals(binding))
            .toArray(Posting[]::new);
    return new BoundRole(slot, left);
  }

  boolean isEmpty() {
    return postings.length == 0;
  }

  private static boolean precedes(Posting a, Posting b) {
    return a.bindingKey().compareTo(b.bindingKey()) < 0;
  }
}
