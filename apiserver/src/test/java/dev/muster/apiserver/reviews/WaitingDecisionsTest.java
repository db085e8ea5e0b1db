package dev.muster.apiserver.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.base.deadline.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists whose questions wait for somebody else, as webhooks make them. */
@Timeout(60)
class WaitingDecisionsTest {
  private static List<Attributes> requests(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Attributes.nonResource(User.of("u"), "get", "/" + i))
        .toList();
  }

  @Test
  void answersStandInTheOrderOfTheQuestionsAndFewWaitAtATime() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Decision> decisions =
        WaitingDecisions.of(
            request -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              now.decrementAndGet();
              return new Decision.NoOpinion(request.path(), List.of());
            },
            requests(500));
    assertThat(decisions)
        .extracting(Decision::reason)
        .containsExactlyElementsOf(IntStream.range(0, 500).mapToObj(i -> "/" + i).toList());
    assertThat(most.get()).isLessThanOrEqualTo(16);
  }

  @Test
  void theTimeOfTheRequestEndsThemAll() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Deadline deadline =
        Deadline.after(
            Duration.ofMillis(300), () -> new IllegalStateException("too late"), () -> {});
    try {
      assertThatThrownBy(
              () ->
                  deadline.call(
                      () ->
                          WaitingDecisions.of(
                              request -> {
                                asked.incrementAndGet();
                                await(never);
                                return Decision.NoOpinion.SILENT;
                              },
                              requests(10_000))))
          .hasMessage("too late");
      assertThat(asked.get()).isLessThanOrEqualTo(16);
    } finally {
      never.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aFailureIsTheListsOwn() {
    assertThatThrownBy(
            () ->
                WaitingDecisions.of(
                    request -> {
                      throw new IllegalArgumentException("broken");
                    },
                    requests(3)))
        .hasMessage("broken");
  }
}
