package dev.muster.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys are worked on once, by one at a time, and later after each failure. */
@Timeout(60)
class WorkQueueTest {
  private final WorkQueue queue = new WorkQueue();

  @Test
  void aKeyIsHandedOutOnceHoweverOftenItIsAdded() throws InterruptedException {
    Stream.of("a", "b", "a", "a").forEach(queue::add);
    assertThat(List.of(queue.take(), queue.take())).containsExactly("a", "b");
    queue.add("c");
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void aKeyThatIsWorkedOnWaitsUntilItIsDone() throws InterruptedException {
    queue.add("a");
    assertThat(queue.take()).isEqualTo("a");
    queue.add("a");
    queue.addAfter("b", Duration.ofMillis(20));
    assertThat(queue.take()).isEqualTo("b");
    queue.done("a");
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void theEarlierOfTwoTimesCounts() throws InterruptedException {
    queue.addAfter("a", Duration.ofHours(1));
    queue.addAfter("a", Duration.ofMillis(1));
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void aKeyThatIsDoneStaysAway() throws InterruptedException {
    queue.add("a");
    queue.done(queue.take());
    queue.add("b");
    assertThat(queue.take()).isEqualTo("b");
  }

  @Test
  void aKeyForLaterComesAtOnceWhenItIsAdded() throws InterruptedException {
    queue.addAfter("a", Duration.ofDays(300));
    queue.add("a");
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void aFailureComesBackByItself() throws InterruptedException {
    queue.add("a");
    String busy = queue.take();
    queue.addRateLimited(busy);
    queue.done(busy);
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void timesThatWereReplacedAreNotKept() throws InterruptedException {
    for (int i = 0; i < 10_000; i++) {
      queue.addAfter("a", Duration.ofDays(1));
      queue.add("a");
      assertThat(queue.take()).isEqualTo("a");
      queue.done("a");
    }
    assertThat(queue.scheduled()).isLessThan(100);
  }

  @Test
  void eachFailureDoublesTheTimeUpToABound() {
    RateLimited failures = new RateLimited(Duration.ofMillis(5), Duration.ofSeconds(1000));
    assertThat(Stream.generate(() -> failures.next("a")).limit(4))
        .containsExactly(
            Duration.ofMillis(5),
            Duration.ofMillis(10),
            Duration.ofMillis(20),
            Duration.ofMillis(40));
    assertThat(Stream.generate(() -> failures.next("a")).skip(60).findFirst())
        .contains(Duration.ofSeconds(1000));
    failures.forget("a");
    assertThat(failures.next("a")).isEqualTo(Duration.ofMillis(5));
  }
}
