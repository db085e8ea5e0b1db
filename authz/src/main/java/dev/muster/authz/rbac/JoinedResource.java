package dev.muster.authz.rbac;

/** {@code resource/subresource} compared and hashed without being built. */
final class JoinedResource {
  private JoinedResource() {}

  /**
   * Whether {@code joined} is the resource and, unless that is empty, a slash and the subresource.
   */
  static boolean equals(String joined, String resource, String subresource) {
    if (subresource.isEmpty()) {
      return joined.equals(resource);
    }
    int slash = resource.length();
    return joined.length() == slash + 1 + subresource.length()
        && joined.charAt(slash) == '/'
        && joined.startsWith(resource)
        && joined.endsWith(subresource);
  }

  /** The hash code the joined string would have. */
  static int hash(String resource, String subresource) {
    int hash = resource.hashCode();
    if (subresource.isEmpty()) {
      return hash;
    }
    hash = 31 * hash + '/';
    for (int i = subresource.length(); i > 0; i--) {
      hash *= 31;
    }
    return hash + subresource.hashCode();
  }
}
