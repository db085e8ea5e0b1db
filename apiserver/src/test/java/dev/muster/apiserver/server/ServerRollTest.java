package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.server.ServerRoll.Address;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who is named as an API server, as time passes. */
class ServerRollTest {
  private static final Optional<Address> ONE = Optional.of(new Address("10.0.0.11", 6443, true));
  private static final Optional<Address> TWO = Optional.of(new Address("10.0.0.12", 6443, true));

  private final AtomicLong time = new AtomicLong();
  private final ObjectNode endpoints = JsonNodeFactory.instance.objectNode();
  private final ServerRoll one = new ServerRoll(time::get);
  private final ServerRoll two = new ServerRoll(time::get);

  @Test
  void allThatSignAreOnIt() {
    assertThat(one.sign(endpoints, ONE)).containsExactly(ONE.get());
    assertThat(two.sign(endpoints, TWO)).containsExactly(ONE.get(), TWO.get());
    assertThat(one.sign(endpoints, ONE)).containsExactly(ONE.get(), TWO.get());
  }

  @Test
  void whoIsSilentIsStruckOffAndComesBackWithTheNextSignature() {
    one.sign(endpoints, ONE);
    assertThat(two.sign(endpoints, TWO)).hasSize(2);
    time.addAndGet(ServerRoll.SILENCE.toNanos());
    assertThat(two.sign(endpoints, TWO)).as("not yet").hasSize(2);
    time.addAndGet(1);
    assertThat(two.sign(endpoints, TWO)).containsExactly(TWO.get());
    one.sign(endpoints, ONE);
    assertThat(two.sign(endpoints, TWO)).hasSize(2);
  }

  @Test
  void whoLeavesIsGoneAtOnceAndWhoMovesIsThereOnce() {
    one.sign(endpoints, ONE);
    two.sign(endpoints, TWO);
    assertThat(one.sign(endpoints, Optional.empty())).containsExactly(TWO.get());
    Optional<Address> elsewhere = Optional.of(new Address("10.0.0.13", 6443, true));
    assertThat(two.sign(endpoints, elsewhere)).containsExactly(elsewhere.get());
  }

  @Test
  void whatIsNoAddressKeepsNobodyFromSigning() {
    for (String text :
        List.of(
            "nowhere 1 true 1",
            "10.0.0.9 99999 true 1",
            "10.0.0.9 -1 true 1,10.0.0.9",
            "10.0.0.9 999999999999 true 1",
            ",,, ,",
            "")) {
      endpoints.withObject("/metadata/annotations").put(ServerRoll.ANNOTATION, text);
      assertThat(one.sign(endpoints, ONE)).as(text).containsExactly(ONE.get());
    }
  }
}
