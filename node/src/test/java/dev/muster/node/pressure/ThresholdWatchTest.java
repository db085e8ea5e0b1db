package dev.muster.node.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From what is left to what has to be done about it. */
class ThresholdWatchTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ThresholdWatch watch =
      new ThresholdWatch(
          EvictionConfig.of(
              EvictionThresholds.parse(
                  "nodefs.available<100",
                  "memory.available<100",
                  Map.of("memory.available", Duration.ofSeconds(30)),
                  "nodefs.available=50"),
              Duration.ofMinutes(5),
              0));

  private int due(int seconds, long disk, long memory) {
    return watch
        .look(
            Map.of(
                Signal.NODE_FS_AVAILABLE, new Observation(disk, 1_000),
                Signal.MEMORY_AVAILABLE, new Observation(memory, 1_000)),
            START.plusSeconds(seconds))
        .size();
  }

  private Map<Signal, Observation> disk(long left) {
    return Map.of(Signal.NODE_FS_AVAILABLE, new Observation(left, 1_000));
  }

  @Test
  void aHardOneIsDueAtOnceAndUntilEnoughIsReclaimed() {
    assertThat(due(0, 100, 500)).isZero();
    assertThat(due(10, 99, 500)).isOne();
    assertThat(due(20, 149, 500)).isOne();
    assertThat(watch.unresolved(disk(149))).hasSize(1);
    assertThat(watch.unresolved(disk(150))).isEmpty();
    assertThat(due(30, 150, 500)).isZero();
    assertThat(due(40, 149, 500)).isZero();
  }

  @Test
  void aSoftOneIsDueAfterItsGracePeriodWithoutABreak() {
    assertThat(due(0, 500, 99)).isZero();
    assertThat(due(20, 500, 500)).isZero();
    assertThat(due(29, 500, 99)).isZero();
    assertThat(due(58, 500, 99)).isZero();
    assertThat(due(59, 500, 99)).isOne();
  }

  @Test
  void aConditionStaysForTheTransitionPeriod() {
    due(0, 99, 500);
    due(10, 500, 500);
    assertThat(watch.pressures(START.plusSeconds(299))).containsExactly(Pressure.DISK);
    assertThat(watch.pressures(START.plusSeconds(300))).isEmpty();
  }

  @Test
  void aClockThatIsSetBackHoldsNothingUp() {
    due(7_200, 99, 99);
    assertThat(due(0, 99, 99)).isOne();
    assertThat(due(30, 99, 99)).isEqualTo(2);
    due(31, 500, 500);
    assertThat(watch.pressures(START.plusSeconds(331))).isEmpty();
  }
}
