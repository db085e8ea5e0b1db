package dev.muster.apiserver.authzwebhook;

import dev.muster.apiserver.failures.FailureTally;
import dev.muster.authz.webhook.WebhookObserver;
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

  private final WebhookObserver counts;
  private final FailureTally tally;
  private volatile Listener listener = (type, reason, message) -> {};
  private volatile boolean answers = true;
  private volatile boolean lastFailed;

  public WebhookTroubles(WebhookObserver counts) {
    this(counts, System::nanoTime);
  }

  WebhookTroubles(WebhookObserver counts, LongSupplier nanoTime) {
    this.counts = counts;
    this.tally = new FailureTally(nanoTime);
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
    long failures = tally.add();
    if (failures > 0) {
      LOG.warn("authorization webhook failed: problem=\"{}\" failures={}", problem, failures);
      listener.tell(
          "Warning",
          "AuthorizationWebhookFailed",
          "The authorization webhook failed " + times(failures) + ": " + problem);
    }
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
