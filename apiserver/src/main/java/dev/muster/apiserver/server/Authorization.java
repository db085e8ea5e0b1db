package dev.muster.apiserver.server;

import dev.muster.apiserver.plugin.FailurePolicy;
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
 */
public record Authorization(
    List<String> modes,
    Optional<Path> policyFile,
    Optional<WebhookMode> webhook,
    List<Path> pluginPath,
    FailurePolicy onPluginFailure) {
  public Authorization {
    modes = List.copyOf(modes);
    pluginPath = List.copyOf(pluginPath);
  }

  public static Authorization usual() {
    return by("RBAC");
  }

  /** Modes that need nothing but their name. */
  public static Authorization by(String... modes) {
    return new Authorization(
        List.of(modes), Optional.empty(), Optional.empty(), List.of(), FailurePolicy.Deny);
  }

  /** The same, asking other modes. */
  public Authorization withModes(List<String> others) {
    return new Authorization(others, policyFile, webhook, pluginPath, onPluginFailure);
  }

  public Authorization withPolicyFile(Path file) {
    return new Authorization(modes, Optional.of(file), webhook, pluginPath, onPluginFailure);
  }

  public Authorization withWebhook(WebhookMode mode) {
    return new Authorization(modes, policyFile, Optional.of(mode), pluginPath, onPluginFailure);
  }

  public Authorization withPlugins(Path... places) {
    return new Authorization(modes, policyFile, webhook, List.of(places), onPluginFailure);
  }
}
