package dev.muster.apiserver.authn.config;

import java.util.Set;

/**
 * Whether requests without credentials are {@code system:anonymous}'s.
 *
 * @param paths where; everywhere if there are none
 */
public record AnonymousConfiguration(boolean enabled, Set<String> paths) {
  public AnonymousConfiguration {
    paths = Set.copyOf(paths);
  }

  /** Everywhere or nowhere. */
  public static AnonymousConfiguration of(boolean enabled) {
    return new AnonymousConfiguration(enabled, Set.of());
  }

  public boolean allows(String path) {
    return enabled && (paths.isEmpty() || paths.contains(path));
  }
}
