package dev.muster.apiserver.server;

import dev.muster.apiserver.plugins.FailurePolicy;
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
 * @param onPluginFailure what one of those has decided that fails
 * @param configFile an AuthorizationConfiguration, instead of modes and webhook
 */
public record Authorization(
    List<String> modes,
    Optional<Path> policyFile,
    Optional<WebhookMode> webhook,
    List<Path> pluginPath,
    FailurePolicy onPluginFailure,
    Optional<Path> configFile) {
  public Authorization {
    modes = List.copyOf(modes);
    pluginPath = List.copyOf(pluginPath);
  }

  public static Authorization defaults() {
    return by("RBAC");
  }

  /** Modes that need nothing but their name. */
  public static Authorization by(String... modes) {
    return new Authorization(
        List.of(modes),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        FailurePolicy.Deny,
        Optional.empty());
  }

  /** As a file says. */
  public static Authorization configured(Path file) {
    return new Authorization(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        FailurePolicy.Deny,
        Optional.of(file));
  }

  /** The same, asking other modes. */
  public Authorization withModes(List<String> others) {
    return new Authorization(others, policyFile, webhook, pluginPath, onPluginFailure, configFile);
  }

  public Authorization withPolicyFile(Path file) {
    return new Authorization(
        modes, Optional.of(file), webhook, pluginPath, onPluginFailure, configFile);
  }

  public Authorization withWebhook(WebhookMode mode) {
    return new Authorization(
        modes, policyFile, Optional.of(mode), pluginPath, onPluginFailure, configFile);
  }

  public Authorization withPlugins(Path... places) {
    return new Authorization(
        modes, policyFile, webhook, List.of(places), onPluginFailure, configFile);
  }
}
