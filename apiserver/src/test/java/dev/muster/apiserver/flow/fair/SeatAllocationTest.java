package dev.muster.apiserver.flow.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.apiserver.flow.fair.SeatAllocation.Claim;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SeatAllocationTest {

  @Test
  void seatsAreDividedByWhatIsWanted() {
    SeatAllocation allocation =
        SeatAllocation.of(30, List.of(new Claim(10, 0, 100), new Claim(20, 0, 100))).orElseThrow();
    assertThat(allocation.seats().get(0)).isEqualTo(10, within(1e-6));
    assertThat(allocation.seats().get(1)).isEqualTo(20, within(1e-6));
    assertThat(allocation.fairFraction()).isEqualTo(1, within(1e-6));
  }

  @Test
  void whoMayNotHaveMoreLeavesTheRestToOthers() {
    SeatAllocation allocation =
        SeatAllocation.of(60, List.of(new Claim(10, 5, 12), new Claim(10, 5, 100))).orElseThrow();
    assertThat(allocation.seats().get(0)).isEqualTo(12, within(1e-6));
    assertThat(allocation.seats().get(1)).isEqualTo(48, within(1e-6));
  }

  @Test
  void whatBoundsDoNotAllowIsNotDone() {
    assertThat(SeatAllocation.of(10, List.of(new Claim(8, 8, 9), new Claim(8, 8, 9)))).isEmpty();
    assertThat(SeatAllocation.of(20, List.of(new Claim(8, 8, 9), new Claim(8, 8, 9)))).isEmpty();
  }

  @Property(tries = 500)
  void theSeatsAddUpWithinTheBounds(
      @ForAll @Size(min = 3, max = 30) List<@IntRange(min = 0, max = 1_000) Integer> numbers,
      @ForAll @IntRange(min = 0, max = 100) int part) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i + 2 < numbers.size(); i += 3) {
      double least = numbers.get(i);
      claims.add(new Claim(least + numbers.get(i + 1), least, least + numbers.get(i + 2)));
    }
    double low = claims.stream().mapToDouble(Claim::least).sum();
    double high = claims.stream().mapToDouble(Claim::most).sum();
    int all = (int) Math.round(low + (high - low) * part / 100);
    SeatAllocation allocation = SeatAllocation.of(all, claims).orElseThrow();
    double sum = 0;
    for (int i = 0; i < claims.size(); i++) {
      double seats = allocation.seats().get(i);
      sum += seats;
      assertThat(seats).isBetween(claims.get(i).least() - 1e-6, claims.get(i).most() + 1e-6);
    }
    assertThat(sum).isEqualTo(all, within(1e-3));
  }
}
