package dev.muster.apiserver.server;

import dev.muster.apiserver.authzconfig.AuthorizationConfiguration;
import dev.muster.apiserver.authzconfig.AuthorizerConfiguration;
import dev.muster.apiserver.authzconfig.WebhookConfiguration;
import dev.muster.apiserver.authzwebhook.WebhookTroubles;
import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.authz.webhook.WebhookFailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What {@code --authorization-mode} and its flags mean as a configuration. */
final class FlagConfiguration {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private FlagConfiguration() {}

  /**
   * @param plugins the modes of plugins
   * @throws IllegalArgumentException with every problem there is, one a line
   */
  static AuthorizationConfiguration of(Authorization config, Set<String> plugins) {
    ModeNames.check(config, plugins);
    List<AuthorizerConfiguration> authorizers =
        config.modes().stream()
            .map(
                mode ->
                    mode.equals(AuthorizerConfiguration.WEBHOOK)
                        ? webhook(config.webhook().orElseThrow())
                        : AuthorizerConfiguration.of(mode))
            .toList();
    return new AuthorizationConfiguration(authorizers);
  }

  private static AuthorizerConfiguration webhook(WebhookMode mode) {
    return AuthorizerConfiguration.of(
        WebhookTroubles.DEFAULT_NAME,
        new WebhookConfiguration(
            mode.configFile(),
            mode.version(),
            TIMEOUT,
            mode.authorizedTtl(),
            mode.unauthorizedTtl(),
            WebhookFailurePolicy.NO_OPINION,
            ReviewConditions.NONE));
  }
}
