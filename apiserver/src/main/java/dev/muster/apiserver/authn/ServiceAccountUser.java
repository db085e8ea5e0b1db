package dev.muster.apiserver.authn;

import dev.muster.model.names.Names;
import java.util.List;
import java.util.Optional;

/** A service account as a user. */
public record ServiceAccountUser(String namespace, String name) {
  private static final String PREFIX = "system:serviceaccount:";

  /** The account a user name stands for, if it does. */
  public static Optional<ServiceAccountUser> parse(String user) {
    int colon = user.startsWith(PREFIX) ? user.indexOf(':', PREFIX.length()) : -1;
    if (colon < 0) {
      return Optional.empty();
    }
    String namespace = user.substring(PREFIX.length(), colon);
    String name = user.substring(colon + 1);
    return Names.label(namespace, false).isEmpty() && Names.subdomain(name, false).isEmpty()
        ? Optional.of(new ServiceAccountUser(namespace, name))
        : Optional.empty();
  }

  public static String name(String namespace, String account) {
    return PREFIX + namespace + ":" + account;
  }

  public static List<String> groups(String namespace) {
    return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
  }
}
