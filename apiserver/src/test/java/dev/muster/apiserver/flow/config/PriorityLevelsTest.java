package dev.muster.apiserver.flow.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.flow.fair.SeatRequest;
import dev.muster.kinds.flowcontrol.BuiltInFlows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PriorityLevelsTest {
  private long now;

  private PriorityLevels levels(int all) {
    PriorityLevels levels = new PriorityLevels(all, () -> now);
    SchemasInForce.of(
        BuiltInFlows.of("PriorityLevelConfiguration"), List.of(), levels, FlowObserver.NONE);
    return levels;
  }

  private static PriorityLevel named(PriorityLevels levels, String name) {
    return levels.all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** A request of some tenant. */
  private static SeatRequest request(int number) {
    return new SeatRequest("tenant" + number, new int[] {number % 64}) {};
  }

  private static void ask(PriorityLevel level, int times) {
    for (int i = 0; i < times; i++) {
      level.queues().enter(request(i));
    }
  }

  private void tenSeconds(PriorityLevels levels) {
    now += 10_000_000_000L;
    levels.adjust();
  }

  @Test
  void seatsAreDividedBySharesAsKubernetesDoes() {
    Map<String, String> seats =
        levels(600).all().stream()
            .collect(
                Collectors.toMap(
                    PriorityLevel::name,
                    level -> level.lower() + " " + level.nominal() + " " + level.upper(),
                    (a, b) -> a,
                    LinkedHashMap::new));
    assertThat(seats)
        .containsExactly(
            Map.entry("catch-all", "13 13 613"),
            Map.entry("exempt", "0 0 600"),
            Map.entry("global-default", "24 49 649"),
            Map.entry("leader-election", "25 25 625"),
            Map.entry("node-high", "73 98 698"),
            Map.entry("system", "50 74 674"),
            Map.entry("workload-high", "49 98 698"),
            Map.entry("workload-low", "24 245 845"));
  }

  @Test
  void whoIsBusyBorrowsWhatOthersLeaveAndGivesItBack() {
    PriorityLevels levels = levels(600);
    PriorityLevel busy = named(levels, "global-default");
    ask(busy, 400);
    tenSeconds(levels);
    assertThat(busy.current()).isGreaterThan(busy.nominal());
    assertThat(named(levels, "workload-low").current())
        .isLessThan(named(levels, "workload-low").nominal())
        .isGreaterThanOrEqualTo(named(levels, "workload-low").lower());

    PriorityLevel owner = named(levels, "workload-low");
    ask(owner, 400);
    tenSeconds(levels);
    assertThat(owner.current()).isGreaterThanOrEqualTo(owner.nominal());
  }

  @Test
  void aLevelThatIsNoMoreKeepsItsSeatsUntilNobodyIsInIt() {
    PriorityLevels levels = levels(600);
    PriorityLevel gone = named(levels, "workload-low");
    SeatRequest last = request(1);
    gone.queues().enter(last);
    SchemasInForce.of(List.of(), List.of(), levels, FlowObserver.NONE);
    assertThat(named(levels, "workload-low").quiescing()).isTrue();
    assertThat(named(levels, "workload-low").nominal()).isGreaterThan(500);
    gone.queues().leave(last);
    tenSeconds(levels);
    assertThat(levels.all()).extracting(PriorityLevel::name).containsExactly("catch-all", "exempt");
    assertThat(named(levels, "catch-all").nominal()).isEqualTo(600);
  }

  @Property(tries = 100)
  void whatIsBorrowedStaysWithinTheBoundsAndAllWithinWhatThereIs(
      @ForAll @Size(max = 30) List<@IntRange(min = 0, max = 8_000) Integer> asked,
      @ForAll @IntRange(min = 1, max = 2_000) int all) {
    PriorityLevels levels = levels(all);
    List<PriorityLevel> limited = new ArrayList<>(levels.all());
    limited.removeIf(PriorityLevel::exempt);
    int nominal = limited.stream().mapToInt(PriorityLevel::nominal).sum();
    for (int each : asked) {
      ask(limited.get(each % limited.size()), each / limited.size() % 500);
      tenSeconds(levels);
      int sum = 0;
      for (PriorityLevel level : limited) {
        assertThat(level.current()).as(level.name()).isBetween(level.lower(), level.upper());
        sum += level.current();
      }
      assertThat(sum).isLessThanOrEqualTo(nominal + limited.size());
    }
    assertThat(nominal).isLessThanOrEqualTo(all + limited.size());
  }

  @Test
  void whoIsRefusedOftenIsSentAwayForLonger() {
    RetryAfter retry = new RetryAfter();
    assertThat(retry.refused(100)).isEqualTo(1);
    for (int i = 0; i < 10; i++) {
      assertThat(retry.refused(100)).isEqualTo(1);
    }
    assertThat(retry.refused(101)).isEqualTo(2);
    for (int second = 102; second < 200; second++) {
      for (int i = 0; i < 100; i++) {
        assertThat(retry.refused(second)).isLessThanOrEqualTo(32);
      }
    }
    assertThat(retry.refused(200)).isEqualTo(32);
    assertThat(retry.refused(300)).isEqualTo(31);
  }
}
