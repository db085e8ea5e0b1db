package dev.muster.authz.webhook;

import dev.muster.authz.webhook.ReviewTransport.Reply;
import dev.muster.authz.webhook.WebhookSettings.Retries;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Asks the service, again if that may help, and not at all while it is known to fail. */
final class ReviewClient {
  private final ReviewTransport transport;
  private final AnswerReader answers;
  private final Retries retries;
  private final Breaker breaker;
  private final WebhookObserver observer;
  private final Timing timing;

  ReviewClient(
      ReviewTransport transport,
      WebhookSettings settings,
      Breaker breaker,
      WebhookObserver observer,
      Timing timing) {
    this.transport = transport;
    this.answers = new AnswerReader(settings.version());
    this.retries = settings.retries();
    this.breaker = breaker;
    this.observer = observer;
    this.timing = timing;
  }

  ReviewAnswer ask(byte[] review, String asker) throws ReviewFailure {
    long deadline = timing.nanoTime() + retries.deadline().toNanos();
    double pause = retries.firstPause().toNanos();
    for (int number = 1; ; number++) {
      try {
        return once(review, asker, Duration.ofNanos(deadline - timing.nanoTime()));
      } catch (ReviewFailure failure) {
        double jittered = pause * (1 + retries.jitter() * ThreadLocalRandom.current().nextDouble());
        long wait = Math.max((long) jittered, failure.retryAfter().toNanos());
        if (!failure.isPassing()
            || number == retries.tries()
            || !breaker.isClosed()
            || deadline - timing.nanoTime() <= wait) {
          throw failure;
        }
        pause(wait);
        pause *= retries.factor();
      }
    }
  }

  private void pause(long nanos) throws ReviewFailure {
    try {
      timing.pause(Duration.ofNanos(nanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReviewFailure.canceled();
    }
  }

  /** Asks just once. */
  ReviewAnswer probe(byte[] review, String asker) throws ReviewFailure {
    return once(review, asker, retries.tryTimeout());
  }

  /** One round trip, of which breaker and observer hear. */
  private ReviewAnswer once(byte[] review, String asker, Duration left) throws ReviewFailure {
    long started = timing.nanoTime();
    try {
      Duration timeout = left.compareTo(retries.tryTimeout()) < 0 ? left : retries.tryTimeout();
      ReviewAnswer answer = answer(transport.post(review, timeout));
      breaker.answered();
      observer.roundTrip("success", timing.nanoTime() - started);
      return answer;
    } catch (ReviewFailure failure) {
      throw reported(failure, asker, started);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw reported(ReviewFailure.canceled(), asker, started);
    }
  }

  private ReviewFailure reported(ReviewFailure failure, String asker, long started) {
    switch (failure.reach()) {
      case UNREACHABLE -> breaker.unreachable();
      case SILENT -> breaker.silent(asker);
      case ANSWERED -> breaker.answered();
      case GIVEN_UP -> {}
    }
    observer.roundTrip(failure.result(), timing.nanoTime() - started);
    return failure;
  }

  private ReviewAnswer answer(Reply reply) throws ReviewFailure {
    int code = reply.code();
    if (code >= 200 && code <= 206) {
      return answers.read(reply);
    }
    throw RefusedReview.failure(reply);
  }
}
