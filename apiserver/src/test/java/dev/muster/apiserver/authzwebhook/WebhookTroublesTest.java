package dev.muster.apiserver.authzwebhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.webhook.WebhookObserver;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WebhookTroublesTest {
  private final AtomicLong now = new AtomicLong();
  private final WebhookEvents told = new WebhookEvents();
  private final WebhookTroubles troubles =
      new WebhookTroubles(WebhookTroubles.DEFAULT_NAME, WebhookObserver.DEAF, told, now::get);
  private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

  WebhookTroublesTest() {
    told.tellTo((type, reason, message) -> events.add(type + " " + reason + ": " + message));
  }

  private String nextEvent() throws InterruptedException {
    return events.poll(20, TimeUnit.SECONDS);
  }

  @Test
  void tellsOfTheFirstFailureThenOnceAMinuteHowMany() throws InterruptedException {
    troubles.failed("error", "status 500");
    assertThat(nextEvent())
        .isEqualTo(
            "Warning AuthorizationWebhookFailed: The authorization webhook failed once: status"
                + " 500");
    for (int i = 0; i < 6; i++) {
      troubles.failed("error", "status 500");
    }
    now.addAndGet(Duration.ofMinutes(1).toNanos());
    troubles.failed("timeout", "too slow");
    assertThat(nextEvent())
        .as("nothing was told of the six between")
        .isEqualTo(
            "Warning AuthorizationWebhookFailed: The authorization webhook failed 7 times: too"
                + " slow");
  }

  @Test
  void tellsWhenItIsLeftAloneAndWhenItAnswersAgain() throws InterruptedException {
    troubles.breaker(true); // as it begins
    troubles.breaker(false);
    assertThat(nextEvent()).startsWith("Warning AuthorizationWebhookUnavailable: ");
    assertThat(troubles.problem()).contains("the authorization webhook does not answer");
    troubles.breaker(true);
    assertThat(nextEvent())
        .isEqualTo("Normal AuthorizationWebhookAnswers: The authorization webhook answers again");
    assertThat(troubles.problem()).isEmpty();
  }

  @Test
  void aSuccessEndsTheProblemAndARequestThatWasGivenUpIsNone() {
    troubles.failed("canceled", "the request was given up");
    assertThat(troubles.problem()).isEmpty();
    troubles.failed("error", "status 500");
    assertThat(troubles.problem())
        .contains("the last question to the authorization webhook failed");
    troubles.roundTrip("success", 1);
    assertThat(troubles.problem()).isEmpty();
  }

  @Test
  void oneOfSeveralIsNamed() throws InterruptedException {
    WebhookTroubles second = new WebhookTroubles("second", WebhookObserver.DEAF, told, now::get);
    second.failed("error", "EOF");
    assertThat(nextEvent())
        .isEqualTo(
            "Warning AuthorizationWebhookFailed: The authorization webhook \"second\" failed once:"
                + " EOF");
    assertThat(second.problem())
        .contains("the last question to the authorization webhook \"second\" failed");
  }
}
