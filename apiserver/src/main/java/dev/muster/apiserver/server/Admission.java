package dev.muster.apiserver.server;

import java.util.Set;

/**
 * What looks at writes before they are stored.
 *
 * @param enabled plugins beyond the default ones
 * @param disabled default plugins to leave out
 */
public record Admission(Set<String> enabled, Set<String> disabled) {
  public Admission {
    enabled = Set.copyOf(enabled);
    disabled = Set.copyOf(disabled);
  }

  public static Admission usual() {
    return new Admission(Set.of(), Set.of());
  }

  public static Admission without(String... plugins) {
    return new Admission(Set.of(), Set.of(plugins));
  }
}
