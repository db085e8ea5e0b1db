package dev.muster.apiserver.server;

import dev.muster.authz.webhook.ReviewVersion;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What mode Webhook needs to know.
 *
 * @param configFile a kubeconfig whose cluster is the remote service and whose user is this server
 * @param authorizedTtl how long an answer that allows is remembered
 * @param unauthorizedTtl how long any other answer is
 */
public record WebhookMode(
    Path configFile, ReviewVersion version, Duration authorizedTtl, Duration unauthorizedTtl) {
  public static final Duration AUTHORIZED_TTL = Duration.ofMinutes(5);
  public static final Duration UNAUTHORIZED_TTL = Duration.ofSeconds(30);

  /** With what is usual. */
  public static WebhookMode with(Path configFile) {
    return new WebhookMode(configFile, ReviewVersion.V1BETA1, AUTHORIZED_TTL, UNAUTHORIZED_TTL);
  }
}
