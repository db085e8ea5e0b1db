package dev.muster.controllers.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchTest {
  private final Queue<Integer> tried = new ConcurrentLinkedQueue<>();

  private void unless(int bad, int one) throws IOException {
    tried.add(one);
    if (one == bad) {
      throw new IOException("no " + one);
    }
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void allAreTriedWhateverBecomesOfOne() {
    Batch<Integer> batch = Batch.all(numbers(5), one -> unless(2, one));
    assertThat(batch.done()).containsExactly(0, 1, 3, 4);
    assertThat(tried).hasSize(5);
    assertThatThrownBy(batch::rethrow).hasMessage("no 2");
  }

  @Test
  void aSlowStartEndsWithTheBatchThatFails() {
    Batch<Integer> batch = Batch.slowStart(numbers(20), one -> unless(2, one));
    assertThat(tried).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(batch.done()).containsExactly(0, 1);
  }

  @Test
  void whatIsRefusedFirstIsAskedOnce() {
    assertThat(Batch.slowStart(numbers(20), one -> unless(0, one)).done()).isEmpty();
    assertThat(tried).containsExactly(0);
  }

  @Test
  void noMoreAreUnderWayThanTheBound() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch full = new CountDownLatch(Batch.MOST_AT_ONCE);
    Batch<Integer> batch =
        Batch.all(
            numbers(4 * Batch.MOST_AT_ONCE),
            one -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              full.countDown();
              try {
                full.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              now.decrementAndGet();
            });
    assertThat(batch.done()).hasSize(4 * Batch.MOST_AT_ONCE);
    assertThat(most).hasValue(Batch.MOST_AT_ONCE);
  }
}
