package dev.muster.apiserver.flow.fair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.flow.fair.QueueSet.Entry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueueSetTest {
  private static final QueueSettings QUEUES = new QueueSettings(64, 6, 50);

  @Test
  void withoutQueuesWhoFindsNoSeatIsRefused() {
    Level level = new Level(QueueSettings.REJECT, 2);
    assertThat(level.enter("a")).isEqualTo(Entry.EXECUTING);
    assertThat(level.enter("b")).isEqualTo(Entry.EXECUTING);
    assertThat(level.enter("c")).isEqualTo(Entry.CONCURRENCY_LIMIT);
    level.finishOne(Level.MILLIS);
    assertThat(level.enter("c")).isEqualTo(Entry.EXECUTING);
  }

  @Test
  void whoIsExemptHasASeat() {
    Level level = new Level(QueueSettings.EXEMPT, 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(level.enter("a")).isEqualTo(Entry.EXECUTING);
    }
  }

  @Test
  void aFlowWaitsInItsOwnQueuesUntilTheyAreFull() {
    Level level = new Level(new QueueSettings(16, 2, 3), 1);
    assertThat(level.enter("a")).isEqualTo(Entry.EXECUTING);
    for (int i = 0; i < 6; i++) {
      assertThat(level.enter("a")).isEqualTo(Entry.WAITING);
    }
    assertThat(level.enter("a")).isEqualTo(Entry.QUEUE_FULL);
    assertThat(level.set.state().waiting()).isEqualTo(6);
    assertThat(level.set.state().rejected()).isEqualTo(1);
  }

  @Test
  void oneWhoAsksForLittleDoesNotWaitForOneWhoAsksForMuch() {
    Level level = new Level(QUEUES, 1);
    for (int i = 0; i < 200; i++) {
      level.enter("elephant");
    }
    Level.Asked mouse = level.request("mouse");
    assertThat(level.set.enter(mouse)).isEqualTo(Entry.WAITING);
    int before = level.order.size();
    while (!mouse.executing()) {
      level.finishOne(3 * Level.MILLIS);
    }
    // the elephant has six queues, and the mouse is in one more
    assertThat(level.order.size() - before).isLessThanOrEqualTo(7);
  }

  @Test
  void flowsGetEqualPartsOfTheTimeHoweverLongTheirRequestsTake() {
    Level level = new Level(new QueueSettings(64, 1, 5_000), 1);
    List<String> flows = List.of("a", "b", "c", "d");
    for (String flow : flows) {
      for (int i = 0; i < 1_000; i++) {
        level.enter(flow);
      }
    }
    Map<String, Long> used = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      Level.Asked now = level.executing.iterator().next();
      long nanos = (now.flow.equals("a") ? 9 : 3) * Level.MILLIS;
      used.merge(now.flow, nanos, Long::sum);
      level.finishOne(nanos);
    }
    long sum = used.values().stream().mapToLong(each -> each).sum();
    for (String flow : flows) {
      assertThat((double) used.getOrDefault(flow, 0L) / sum).as(flow).isBetween(0.24, 0.26);
    }
  }

  @Test
  void theLastQuarterOfTheSeatsIsForThoseWhoHaveNone() {
    Level level = new Level(QUEUES, 8);
    for (int i = 0; i < 100; i++) {
      // one tenant under a hundred names
      level.set.enter(level.request("account" + i, "tenant", 1));
    }
    assertThat(level.seatsInUse()).isEqualTo(6);
    assertThat(level.enter("bob")).as("past all that wait").isEqualTo(Entry.EXECUTING);
    assertThat(level.enter("bob")).as("like all that have one").isEqualTo(Entry.WAITING);
    assertThat(level.enter("eve")).isEqualTo(Entry.EXECUTING);
    assertThat(level.enter("dan")).as("there are eight").isEqualTo(Entry.WAITING);
  }

  @Test
  void aWideOneWaitsUntilThereIsRoomAndNobodySlipsPast() {
    Level level = new Level(new QueueSettings(8, 1, 50), 4);
    for (int i = 0; i < 3; i++) {
      level.set.enter(level.request("a", "a", 1));
    }
    Level.Asked wide = level.request("wide", "wide", 4);
    assertThat(level.set.enter(wide)).isEqualTo(Entry.WAITING);
    level.finishOne(Level.MILLIS);
    level.finishOne(Level.MILLIS);
    assertThat(wide.executing()).isFalse();
    level.finishOne(Level.MILLIS);
    assertThat(wide.executing()).isTrue();
    assertThat(level.seatsInUse()).isEqualTo(4);
  }

  @Test
  void whatIsWiderThanTheLevelRunsAlone() {
    Level level = new Level(new QueueSettings(8, 1, 50), 2);
    Level.Asked wide = level.request("wide", "wide", 10);
    assertThat(level.set.enter(wide)).isEqualTo(Entry.EXECUTING);
    assertThat(level.enter("a")).isEqualTo(Entry.WAITING);
    level.finishOne(Level.MILLIS);
    assertThat(level.seatsInUse()).isEqualTo(1);
  }

  @Test
  void whoIsGoneLeavesItsQueueAtOnce() {
    Level level = new Level(new QueueSettings(1, 1, 2), 1);
    level.enter("a");
    Level.Asked gone = level.request("b");
    level.set.enter(gone);
    level.enter("c");
    assertThat(level.enter("d")).isEqualTo(Entry.QUEUE_FULL);
    level.set.abandon(gone);
    assertThat(level.enter("d")).isEqualTo(Entry.WAITING);
    level.finishOne(Level.MILLIS);
    assertThat(level.order).extracting(asked -> asked.flow).containsExactly("a", "c");
    assertThat(level.set.state().cancelled()).isEqualTo(1);
  }

  @Test
  void otherSettingsAreInForceAtOnceAndThoseWhoWaitGoOn() {
    Level level = new Level(QUEUES, 1);
    for (int i = 0; i < 20; i++) {
      level.enter("flow" + i);
    }
    assertThat(level.seatsInUse()).isEqualTo(1);
    level.set.configure(QUEUES, 8);
    assertThat(level.seatsInUse()).isEqualTo(8);
    level.set.configure(QueueSettings.REJECT, 4);
    assertThat(level.enter("late")).isEqualTo(Entry.CONCURRENCY_LIMIT);
    while (!level.executing.isEmpty()) {
      level.finishOne(Level.MILLIS);
      assertThat(level.seatsInUse()).isLessThanOrEqualTo(8);
    }
    assertThat(level.order).hasSize(20);
    assertThat(level.set.idle()).isTrue();
  }

  @Test
  void whoWaitsIsAParkedThreadThatIsWoken() throws Exception {
    QueueSet set = new QueueSet(QUEUES, 1, System::nanoTime);
    Level level = new Level(QUEUES, 1);
    Level.Asked first = level.request("a");
    Level.Asked second = level.request("b");
    assertThat(set.enter(first)).isEqualTo(Entry.EXECUTING);
    assertThat(set.enter(second)).isEqualTo(Entry.WAITING);
    CountDownLatch executing = new CountDownLatch(1);
    Thread waits =
        Thread.startVirtualThread(
            () -> {
              if (set.await(second, Duration.ofMinutes(1).toNanos(), false)) {
                executing.countDown();
              }
            });
    set.leave(first);
    assertThat(executing.await(20, TimeUnit.SECONDS)).isTrue();
    waits.join();
  }

  @Test
  void whoWaitsTooLongOrIsInterruptedIsOver() throws Exception {
    QueueSet set = new QueueSet(QUEUES, 1, System::nanoTime);
    Level level = new Level(QUEUES, 1);
    set.enter(level.request("a"));
    Level.Asked late = level.request("b");
    set.enter(late);
    assertThat(set.await(late, 1, false)).isFalse();
    Level.Asked interrupted = level.request("c");
    set.enter(interrupted);
    Thread waits =
        Thread.startVirtualThread(
            () -> set.await(interrupted, Duration.ofMinutes(1).toNanos(), false));
    waits.interrupt();
    waits.join();
    assertThat(interrupted.executing()).isFalse();
    assertThat(set.state().waiting()).isZero();
  }

  @Test
  void millionsOfQueuesCostNothingUntilSomebodyWaitsInThem() {
    Level level = new Level(new QueueSettings(10_000_000, 2, 50), 1);
    for (int i = 0; i < 1_000; i++) {
      level.enter("flow" + i);
    }
    assertThat(level.set.state().queues()).hasSizeLessThanOrEqualTo(1_000);
    while (!level.executing.isEmpty()) {
      level.finishOne(1);
    }
    assertThat(level.set.state().queues()).isEmpty();
  }
}
