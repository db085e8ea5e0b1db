package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Who decides what a known user may do.
 *
 * @param modes in the order in which they are asked
 * @param policyFile of mode ABAC
 * @param webhook of mode Webhook
 * @param pluginPath jars, or directories of jars, with further modes
 */
public record Authorization(
    List<String> modes,
    Optional<Path> policyFile,
    Optional<WebhookMode> webhook,
    List<Path> pluginPath) {
  public Authorization {
    modes = List.copyOf(modes);
    pluginPath = List.copyOf(pluginPath);
  }

  public static Authorization usual() {
    return by("RBAC");
  }

  /** Modes that need nothing but their name. */
  public static Authorization by(String... modes) {
    return new Authorization(List.of(modes), Optional.empty(), Optional.empty(), List.of());
  }

  public Authorization withPolicyFile(Path file) {
    return new Authorization(modes, Optional.of(file), webhook, pluginPath);
  }

  public Authorization withWebhook(WebhookMode mode) {
    return new Authorization(modes, policyFile, Optional.of(mode), pluginPath);
  }

  public Authorization withPlugins(Path... places) {
    return new Authorization(modes, policyFile, webhook, List.of(places));
  }
}
