package dev.muster.apiserver.flow.fair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.flow.fair.QueueSet.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** What holds whoever asks for what, in whatever order. */
class QueueSetPropertyTest {
  private enum What {
    ENTER,
    LEAVE,
    GO,
    PASS
  }

  /** Something that happens. */
  record Step(What what, int who, int number) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(What.ENTER, What.ENTER, What.ENTER, What.LEAVE, What.GO, What.PASS)
                .edgeCases(config -> config.none()),
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(1, 6))
        .as(Step::new)
        .list()
        .ofMaxSize(400);
  }

  @Property(tries = 200)
  void seatsAreNeverExceededNothingIsLostAndNobodyIsPassedInItsQueue(
      @ForAll("steps") List<Step> steps) {
    Level level = new Level(new QueueSettings(8, 2, 5), 8);
    List<Level.Asked> waiting = new ArrayList<>();
    List<Level.Asked> all = new ArrayList<>();
    for (Step step : steps) {
      switch (step.what()) {
        case ENTER -> {
          Level.Asked asked =
              level.request("flow" + step.who(), "tenant" + step.who() % 4, step.number());
          Entry entry = level.set.enter(asked);
          if (entry == Entry.WAITING) {
            waiting.add(asked);
          }
          if (entry == Entry.WAITING || entry == Entry.EXECUTING) {
            all.add(asked);
          }
        }
        case LEAVE -> {
          if (!level.executing.isEmpty()) {
            level.finishOne(step.number() * Level.MILLIS);
          }
        }
        case GO -> {
          if (!waiting.isEmpty()) {
            Level.Asked gone = waiting.get(step.who() % waiting.size());
            level.set.abandon(gone);
          }
        }
        case PASS -> level.now += step.number() * Level.MILLIS;
      }
      waiting.removeIf(asked -> !asked.waiting());
      holds(level, waiting);
    }
    while (!level.executing.isEmpty()) {
      level.finishOne(Level.MILLIS);
      waiting.removeIf(asked -> !asked.waiting());
      holds(level, waiting);
    }
    assertThat(level.set.idle()).as("whoever waited was seated").isTrue();
    assertThat(all).allMatch(asked -> !asked.waiting() && !asked.executing());
    inOrder(level.order);
  }

  private static void holds(Level level, List<Level.Asked> waiting) {
    QueueSetState state = level.set.state();
    int seats = level.seatsInUse();
    assertThat(state.seatsInUse()).isEqualTo(seats).isLessThanOrEqualTo(8);
    assertThat(state.executing()).isEqualTo(level.executing.size());
    assertThat(state.waiting()).isEqualTo(waiting.size());
    assertThat(state.queues()).allMatch(queue -> queue.waiting().size() <= 8 * 5);
    if (!waiting.isEmpty() && level.executing.isEmpty()) {
      throw new AssertionError("seats are free, and " + waiting.size() + " wait");
    }
    // with a seat free for anybody, whoever is next is one for whom there is no room
    if (!waiting.isEmpty() && waiting.stream().allMatch(asked -> asked.seats() == 1)) {
      assertThat(seats).isGreaterThanOrEqualTo(6);
    }
  }

  /** Where one waits. */
  private record Line(@Nullable FairQueue queue, String tenant) {}

  /** Of a tenant's requests in a queue, each began before those that came after it. */
  private static void inOrder(List<Level.Asked> order) {
    Map<Line, Integer> last = new HashMap<>();
    for (Level.Asked asked : order) {
      Integer before = last.put(new Line(asked.queue, asked.tenant()), asked.number);
      assertThat(before == null || before < asked.number).as("%s", asked.number).isTrue();
    }
  }

  @Property(tries = 100)
  void nobodyStarves(
      @ForAll @IntRange(min = 1, max = 12) int greedy,
      @ForAll @IntRange(min = 1, max = 8) int seats) {
    Level level = new Level(new QueueSettings(64, 4, 50), seats);
    for (int i = 0; i < 100 * greedy; i++) {
      level.enter("greedy" + i % greedy);
    }
    Level.Asked modest = level.request("modest");
    Entry entry = level.set.enter(modest);
    int turns = 0;
    while (entry == Entry.WAITING && !modest.executing()) {
      level.finishOne(3 * Level.MILLIS);
      // the greedy ones go on asking
      level.enter("greedy" + turns % greedy);
      turns++;
      assertThat(turns).isLessThan(64 * 4);
    }
    assertThat(entry).isNotEqualTo(Entry.QUEUE_FULL);
  }
}
