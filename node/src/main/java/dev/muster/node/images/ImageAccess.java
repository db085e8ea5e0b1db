package dev.muster.node.images;

import java.util.List;

/** Who may have an image without asking its registry again. */
sealed interface ImageAccess {
  /** It was given to somebody who showed nothing. */
  record Everybody() implements ImageAccess {}

  /** Those who have one of these secrets. */
  record Holders(List<PullSecret> secrets) implements ImageAccess {
    public Holders {
      secrets = List.copyOf(secrets);
    }
  }

  /** What a successful pull has proven. */
  static ImageAccess provenBy(List<PullSecret> used) {
    return used.isEmpty() ? new Everybody() : new Holders(used);
  }
}
