package dev.muster.apiserver.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** A square is told from what is in proportion, from sorting and from what has a bound. */
class GrowthTest {
  private static final int METHOD = Turns.number("dev/muster/Some.method");
  private static final int LENGTH = 300;

  private static Growth of(int length, IntToLongFunction turns, IntToLongFunction bytes) {
    Work[] works = new Work[3];
    for (int i = 0; i < works.length; i++) {
      long[] counts = new long[METHOD + 1];
      counts[METHOD] = turns.applyAsLong(length * (i + 1));
      works[i] = new Work(counts, bytes.applyAsLong(length * (i + 1)));
    }
    return Growth.of(length, works[0], works[1], works[2]);
  }

  private static boolean square(IntToLongFunction turns, IntToLongFunction bytes) {
    Growth whole = of(LENGTH, turns, bytes);
    return whole.suspect() && whole.square(of(LENGTH / 4, turns, bytes));
  }

  @Test
  void everyElementWithEveryOther() {
    IntToLongFunction pairs = n -> 10_000 + 1_000L * n + 3L * n * n / 2;
    assertThat(square(pairs, n -> 100L * n)).isTrue();
    assertThat(of(LENGTH, pairs, n -> n).most()).isEqualTo("dev/muster/Some.method");
    assertThat(square(n -> 100L * n, n -> 10_000L * n + 50L * n * n)).isTrue();
  }

  @Test
  void notWhatIsInProportionSortedOrBounded() {
    assertThat(square(n -> 50_000 + 5_000L * n, n -> 10_000L * n)).isFalse();
    assertThat(square(n -> (long) (100.0 * n * Math.log(n)), n -> 100L * n)).isFalse();
    assertThat(square(n -> 1_000L * n + Math.min(10_000, n * n), n -> 100L * n)).isFalse();
  }
}
