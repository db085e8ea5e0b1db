package dev.muster.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.webhook.ReviewTransport.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a service answers, it is an answer or a failure that says why. */
class AnswerReaderFuzzTest {
  private static final byte[] GOOD =
      """
      {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","status":{"allowed":false}}"""
          .getBytes(StandardCharsets.UTF_8);
  private final AnswerReader answers = new AnswerReader(ReviewVersion.V1);

  @Property(tries = 500)
  void anyBytes(@ForAll byte[] bytes) {
    reads(bytes);
  }

  @Property(tries = 2000)
  void aGoodAnswerWithOneByteChanged(@ForAll @IntRange(max = 95) int at, @ForAll byte changed) {
    byte[] bytes = GOOD.clone();
    bytes[at] = changed;
    reads(bytes);
  }

  @Property(tries = 1000)
  void anyRefusalIsAFailureWithWords(
      @ForAll @IntRange(min = 207, max = 999) int code, @ForAll String type, @ForAll String body) {
    ReviewFailure failure = RefusedReview.failure(new Reply(code, type, body, Duration.ZERO));
    assertThat(failure.result()).isIn("error", "timeout");
    assertThat(failure.getMessage()).hasSizeLessThan(20_000);
  }

  private void reads(byte[] bytes) {
    try {
      ReviewAnswer answer =
          answers.read(
              new Reply(200, "", new String(bytes, StandardCharsets.UTF_8), Duration.ZERO));
      assertThat(answer.allowed()).as("no change makes it allow").isFalse();
    } catch (ReviewFailure failure) {
      assertThat(failure.getMessage()).isNotEmpty();
      assertThat(failure.isPassing()).isFalse();
    }
  }
}
