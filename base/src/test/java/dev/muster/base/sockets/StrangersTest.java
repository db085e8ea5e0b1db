package dev.muster.base.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrangersTest {
  private final List<String> out = new ArrayList<>();
  private final Strangers<String> strangers = new Strangers<>(6, 3, out::add);

  private void add(String network, int count) {
    for (int i = 0; i < count; i++) {
      strangers.add(network, network + i);
    }
  }

  @Test
  void aNetworkPushesOutItsOwnOldest() {
    add("quiet", 1);
    add("loud", 5);
    assertThat(out).containsExactly("loud0", "loud1");
    assertThat(strangers.total()).isEqualTo(4);
  }

  @Test
  void manyNetworksPushOutTheOldestOfTheOneThatHasMost() {
    add("loud", 3);
    for (int other = 0; other < 5; other++) {
      add("other" + other + "-", 1);
    }
    assertThat(out).containsExactly("loud0", "loud1");
    assertThat(strangers.total()).isEqualTo(6);
  }

  @Test
  void whoIsKnownIsNotPushedOut() {
    add("a", 1);
    strangers.remove("a", "a0");
    strangers.remove("a", "a0");
    add("a", 5);
    assertThat(out).containsExactly("a0", "a1");
    assertThat(strangers.total()).isEqualTo(3);
  }

  @Test
  void whoWasPushedOutCanStillLeave() {
    add("a", 4);
    strangers.remove("a", "a0");
    assertThat(strangers.total()).isEqualTo(3);
  }
}
