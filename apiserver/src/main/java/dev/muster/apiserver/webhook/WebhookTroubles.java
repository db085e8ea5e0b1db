package dev.muster.apiserver.webhook;

import dev.muster.authz.webhook.WebhookObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those who run the server when mode Webhook fails: in the log and by an event the first
 * time, then once in a while with how often it has failed since, and in {@code /readyz?verbose}.
 * Counts go on to another observer. Thread-safe.
 */
public final class WebhookTroubles implements WebhookObserver {
  /** Is told what deserves an event. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param type Normal or Warning
     */
    void tell(String type, String reason, String message);
  }

  private static final Logger LOG = LoggerFactory.getLogger(WebhookTroubles.class);
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final WebhookObserver counts;
  private final LongSupplier nanoTime;
  private volatile Listener listener = (type, reason, message) -> {};
  private volatile boolean answers = true;
  private volatile boolean lastFailed;
  private boolean told;
  private long toldAt;
  private long untold;

  public WebhookTroubles(WebhookObserver counts) {
    this(counts, System::nanoTime);
  }

  WebhookTroubles(WebhookObserver counts, LongSupplier nanoTime) {
    this.counts = counts;
    this.nanoTime = nanoTime;
  }

  /** From now on events go there; it is never called by a thread that waits for a decision. */
  public void tellTo(Listener events) {
    listener =
        (type, reason, message) ->
            Thread.startVirtualThread(() -> events.tell(type, reason, message));
  }

  /** What is wrong at the moment, in words for those who may ask whether the server is well. */
  public Optional<String> problem() {
    if (!answers) {
      return Optional.of("the authorization webhook does not answer");
    }
    return lastFailed
        ? Optional.of("the last question to the authorization webhook failed")
        : Optional.empty();
  }

  @Override
  public void roundTrip(String result, long nanos) {
    counts.roundTrip(result, nanos);
    if (result.equals("success")) {
      lastFailed = false;
    }
  }

  @Override
  public void noOpinionAfter(String result, String problem) {
    counts.noOpinionAfter(result, problem);
    if (result.equals("canceled")) {
      return;
    }
    lastFailed = true;
    long failures = failuresToTellOf();
    if (failures > 0) {
      LOG.warn("authorization webhook failed: problem=\"{}\" failures={}", problem, failures);
      listener.tell(
          "Warning",
          "AuthorizationWebhookFailed",
          "The authorization webhook failed " + times(failures) + ": " + problem);
    }
  }

  /** How many failures nobody heard of; 0 while it is too early to tell again. */
  private synchronized long failuresToTellOf() {
    untold++;
    long now = nanoTime.getAsLong();
    if (told && now - toldAt < QUIET.toNanos()) {
      return 0;
    }
    long failures = untold;
    told = true;
    toldAt = now;
    untold = 0;
    return failures;
  }

  private static String times(long failures) {
    return failures == 1 ? "once" : failures + " times";
  }

  @Override
  public void breaker(boolean closed) {
    counts.breaker(closed);
    if (closed == answers) {
      return;
    }
    answers = closed;
    if (closed) {
      LOG.info("authorization webhook answers again");
      listener.tell(
          "Normal", "AuthorizationWebhookAnswers", "The authorization webhook answers again");
    } else {
      LOG.warn("authorization webhook does not answer and is left alone, but for probes");
      listener.tell(
          "Warning",
          "AuthorizationWebhookUnavailable",
          "The authorization webhook does not answer: requests that only it would allow fail");
    }
  }

  @Override
  public void refusedByBreaker() {
    counts.refusedByBreaker();
  }

  @Override
  public void cache(boolean hit) {
    counts.cache(hit);
  }
}
