package dev.muster.authz.rbac;

/** Identifies a policy object; the namespace is empty for cluster-wide kinds. */
public record RbacKey(RbacKind kind, String namespace, String name) implements Comparable<RbacKey> {
  @Override
  public int compareTo(RbacKey other) {
    int byKind = kind.compareTo(other.kind);
    if (byKind != 0) {
      return byKind;
    }
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }
}
