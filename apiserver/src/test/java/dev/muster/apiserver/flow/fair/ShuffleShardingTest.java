package dev.muster.apiserver.flow.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ShuffleShardingTest {
  private static final QueueSettings SETTINGS = new QueueSettings(128, 6, 50);

  @Property(tries = 500)
  void aHandHasDifferentQueues(@ForAll long hash) {
    int[] hand = ShuffleSharding.deal(hash, 128, 6);
    assertThat(Arrays.stream(hand).distinct().count()).isEqualTo(6);
    assertThat(Arrays.stream(hand).allMatch(queue -> queue >= 0 && queue < 128)).isTrue();
  }

  @Test
  void aDeckIsDealtWhole() {
    assertThat(ShuffleSharding.deal(1234567, 5, 5)).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  @Test
  void aFlowHasTheSameHandOnEachServerAndOthersSeldomHaveIt() {
    Set<Set<Integer>> hands = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      int[] hand = ShuffleSharding.hand("schema", "user" + i, SETTINGS);
      assertThat(hand).isEqualTo(ShuffleSharding.hand("schema", "user" + i, SETTINGS));
      hands.add(new HashSet<>(Arrays.stream(hand).boxed().toList()));
    }
    assertThat(hands).hasSize(1_000);
  }

  @Test
  void theHashIsTheFirstOfTheSumsBytes() {
    // SHA-256 of "a", a zero byte and "b" begins with 59b271ae 1bbcb1d3
    assertThat(ShuffleSharding.hash("a", "b")).isEqualTo(Long.reverseBytes(0x59b271ae1bbcb1d3L));
  }
}
