package dev.muster.base;

import java.util.List;
import java.util.Optional;

/** A service account, and the user that it is. */
public record ServiceAccountName(String namespace, String name)
    implements Comparable<ServiceAccountName> {
  /** What the user names of all service accounts begin with. */
  public static final String PREFIX = "system:serviceaccount:";

  /** The account that a user name has the form of; its parts may be no names of objects. */
  public static Optional<ServiceAccountName> of(String userName) {
    if (!userName.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String both = userName.substring(PREFIX.length());
    int colon = both.indexOf(':');
    return colon > 0 && colon == both.lastIndexOf(':') && colon < both.length() - 1
        ? Optional.of(new ServiceAccountName(both.substring(0, colon), both.substring(colon + 1)))
        : Optional.empty();
  }

  /** As authentication names it: {@code system:serviceaccount:namespace:name}. */
  public String userName() {
    return PREFIX + namespace + ":" + name;
  }

  /** By namespace, then by name. */
  @Override
  public int compareTo(ServiceAccountName other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  /** Those that every service account of the namespace is in, beside all who are authenticated. */
  public List<String> groups() {
    return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
  }
}
