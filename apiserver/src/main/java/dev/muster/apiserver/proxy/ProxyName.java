package dev.muster.apiserver.proxy;

import java.util.Optional;
import java.util.Set;

/**
 * What a proxied object is called in a path: {@code name}, {@code name:port} or {@code
 * scheme:name:port}.
 *
 * @param scheme {@code http}, {@code https}, or empty
 * @param port a number or a name, or empty
 */
public record ProxyName(String scheme, String name, String port) {
  private static final Set<String> SCHEMES = Set.of("", "http", "https");

  /** Empty if it is none of the three. */
  public static Optional<ProxyName> parse(String text) {
    String[] parts = text.split(":", -1);
    ProxyName name =
        switch (parts.length) {
          case 1 -> new ProxyName("", parts[0], "");
          case 2 -> new ProxyName("", parts[0], parts[1]);
          case 3 -> new ProxyName(parts[0], parts[1], parts[2]);
          default -> new ProxyName("", "", "");
        };
    return name.name.isEmpty() || !SCHEMES.contains(name.scheme)
        ? Optional.empty()
        : Optional.of(name);
  }

  public boolean secure() {
    return scheme.equals("https");
  }
}
