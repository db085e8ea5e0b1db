package dev.muster.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a service answers, it is an answer or a failure that says why. */
class ReviewJsonFuzzTest {
  private static final byte[] GOOD =
      """
      {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","status":{"allowed":false}}"""
          .getBytes(StandardCharsets.UTF_8);
  private final ReviewJson json = new ReviewJson(ReviewVersion.V1);

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

  private void reads(byte[] bytes) {
    try {
      ReviewAnswer answer = json.read(new String(bytes, StandardCharsets.UTF_8));
      assertThat(answer.allowed()).as("no change makes it allow").isFalse();
    } catch (ReviewFailure failure) {
      assertThat(failure.getMessage()).startsWith("the answer");
    }
  }
}
