package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.TokenReviewVersion;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A remote service that judges tokens.
 *
 * @param configFile a kubeconfig whose cluster is the service and whose user is this server
 * @param version of TokenReview
 * @param cacheTtl how long an answer is remembered
 */
public record TokenWebhookOptions(Path configFile, TokenReviewVersion version, Duration cacheTtl) {
  public static final Duration CACHE_TTL = Duration.ofMinutes(2);
}
