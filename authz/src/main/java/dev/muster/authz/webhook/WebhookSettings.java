package dev.muster.authz.webhook;

import java.time.Duration;

/**
 * How the service is asked.
 *
 * @param authorizedTtl how long an answer that allows is remembered; zero for not at all
 * @param unauthorizedTtl how long any other answer is
 * @param cacheBytes what remembered answers may take
 */
public record WebhookSettings(
    ReviewVersion version,
    Duration authorizedTtl,
    Duration unauthorizedTtl,
    WebhookFailurePolicy onFailure,
    long cacheBytes,
    Retries retries,
    Breaker.Limits breaker) {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /**
   * When to ask again.
   *
   * @param tries at most, the first one included
   * @param firstPause before the second try; each further one is longer by the factor, and all of
   *     them by up to the jitter
   * @param tryTimeout for one try
   * @param deadline for all tries and pauses of one question
   */
  record Retries(
      int tries,
      Duration firstPause,
      double factor,
      double jitter,
      Duration tryTimeout,
      Duration deadline) {}

  /**
   * With kube-apiserver's rhythm of retries, all of them within 30 seconds.
   *
   * @param timeout for one try
   */
  public static WebhookSettings of(
      ReviewVersion version,
      Duration authorizedTtl,
      Duration unauthorizedTtl,
      WebhookFailurePolicy onFailure,
      Duration timeout) {
    return new WebhookSettings(
        version,
        authorizedTtl,
        unauthorizedTtl,
        onFailure,
        16 << 20,
        new Retries(5, Duration.ofMillis(500), 1.5, 0.2, timeout, DEADLINE),
        new Breaker.Limits(5, 2, Duration.ofSeconds(1)));
  }
}
