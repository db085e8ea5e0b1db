package dev.muster.apiserver.authzwebhook;

import dev.muster.apiserver.failures.FailureTally;
import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.authz.webhook.WebhookObserver;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those who run the server when an authorization webhook fails: in the log and by an event
 * the first time, then once in a while with how often it has failed since, and in {@code
 * /readyz?verbose}. Counts go on to another observer. Thread-safe.
 */
public final class WebhookTroubles implements WebhookObserver {
  /** The name of the one that flags configure. */
  public static final String DEFAULT_NAME = "default";

  private static final Logger LOG = LoggerFactory.getLogger(WebhookTroubles.class);

  private final String name;
  private final WebhookObserver counts;
  private final WebhookEvents events;
  private final FailureTally tally;
  private volatile boolean answers = true;
  private volatile boolean lastFailed;

  public WebhookTroubles(String name, WebhookObserver counts, WebhookEvents events) {
    this(name, counts, events, System::nanoTime);
  }

  WebhookTroubles(
      String name, WebhookObserver counts, WebhookEvents events, LongSupplier nanoTime) {
    this.name = name;
    this.counts = counts;
    this.events = events;
    this.tally = new FailureTally(nanoTime);
  }

  private String webhook() {
    return "authorization webhook" + (name.equals(DEFAULT_NAME) ? "" : " \"" + name + "\"");
  }

  /** What is wrong at the moment, in words for those who may ask whether the server is well. */
  public Optional<String> problem() {
    if (!answers) {
      return Optional.of("the " + webhook() + " does not answer");
    }
    return lastFailed
        ? Optional.of("the last question to the " + webhook() + " failed")
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
  public void failed(String result, String problem) {
    counts.failed(result, problem);
    if (result.equals("canceled")) {
      return;
    }
    lastFailed = true;
    long failures = tally.add();
    if (failures > 0) {
      LOG.warn(
          "authorization webhook failed: name={} problem=\"{}\" failures={}",
          name,
          problem,
          failures);
      events.tell(
          "Warning",
          "AuthorizationWebhookFailed",
          "The " + webhook() + " failed " + times(failures) + ": " + problem);
    }
  }

  @Override
  public void failedOpen(String result) {
    counts.failedOpen(result);
  }

  @Override
  public void matched(ReviewConditions.Outcome outcome, long nanos) {
    counts.matched(outcome, nanos);
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
      LOG.info("authorization webhook answers again: name={}", name);
      events.tell("Normal", "AuthorizationWebhookAnswers", "The " + webhook() + " answers again");
    } else {
      LOG.warn(
          "authorization webhook does not answer and is left alone, but for probes: name={}", name);
      events.tell(
          "Warning",
          "AuthorizationWebhookUnavailable",
          "The " + webhook() + " does not answer: requests that only it would allow fail");
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
