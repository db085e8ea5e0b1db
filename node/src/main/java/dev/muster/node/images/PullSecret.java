package dev.muster.node.images;

/**
 * A secret by which an image was pulled; what it said is kept as a hash only.
 *
 * @param hash of user and password
 */
record PullSecret(String uid, String namespace, String name, String hash) {
  /** The same object, whatever it says now. */
  boolean isSameObject(PullSecret other) {
    return uid.equals(other.uid) && namespace.equals(other.namespace) && name.equals(other.name);
  }

  /** Another object, perhaps, that says the same. */
  boolean saysTheSame(PullSecret other) {
    return !hash.isEmpty() && hash.equals(other.hash);
  }
}
