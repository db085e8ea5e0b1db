package dev.muster.apiserver.authn.config;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether requests without credentials are {@code system:anonymous}'s.
 *
 * @param paths where; everywhere if there are none
 */
public record AnonymousConfiguration(boolean enabled, Set<String> paths) {
  public AnonymousConfiguration {
    paths = Collections.unmodifiableSet(new TreeSet<>(paths));
  }

  /** Everywhere or nowhere. */
  public static AnonymousConfiguration of(boolean enabled) {
    return new AnonymousConfiguration(enabled, Set.of());
  }

  public boolean allows(String path) {
    return enabled && (paths.isEmpty() || paths.contains(path));
  }
}
