package dev.muster.authz.webhook;

import java.time.Duration;

/**
 * How the service is asked.
 *
 * @param authorizedTtl how long an answer that allows is remembered
 * @param unauthorizedTtl how long any other answer is
 * @param cacheBytes what remembered answers may take
 */
public record WebhookSettings(
    ReviewVersion version,
    Duration authorizedTtl,
    Duration unauthorizedTtl,
    long cacheBytes,
    Retries retries,
    Breaker.Limits breaker) {

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

  /** What is usual, with kube-apiserver's rhythm of retries. */
  public static WebhookSettings usual(
      ReviewVersion version, Duration authorizedTtl, Duration unauthorizedTtl) {
    return new WebhookSettings(
        version,
        authorizedTtl,
        unauthorizedTtl,
        16 << 20,
        new Retries(
            5, Duration.ofMillis(500), 1.5, 0.2, Duration.ofSeconds(10), Duration.ofSeconds(30)),
        new Breaker.Limits(5, 2, Duration.ofSeconds(1)));
  }
}
