package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What looks at writes before they are stored.
 *
 * @param enabled plugins beyond the default ones
 * @param disabled default plugins to leave out
 * @param configFile an AdmissionConfiguration: who to be for the servers of webhooks
 */
public record Admission(Set<String> enabled, Set<String> disabled, Optional<Path> configFile) {
  public Admission {
    enabled = Set.copyOf(enabled);
    disabled = Set.copyOf(disabled);
  }

  public Admission(Set<String> enabled, Set<String> disabled) {
    this(enabled, disabled, Optional.empty());
  }

  public static Admission defaults() {
    return new Admission(Set.of(), Set.of());
  }

  public static Admission without(String... plugins) {
    return new Admission(Set.of(), Set.of(plugins));
  }

  /** The same with other plugins on. */
  public Admission enabling(Set<String> plugins) {
    return new Admission(plugins, disabled, configFile);
  }

  /** The same with a configuration. */
  public Admission configured(Path file) {
    return new Admission(enabled, disabled, Optional.of(file));
  }
}
