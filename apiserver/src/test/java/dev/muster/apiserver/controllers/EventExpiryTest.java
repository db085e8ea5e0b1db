package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventExpiryTest {
  private static final Duration TTL = Duration.ofHours(1);

  private final ControlledCluster cluster = new ControlledCluster();
  private final Kind events = cluster.kind("v1", "Event");
  private final EventExpiry expiry =
      new EventExpiry(cluster.writer, cluster.kinds, TTL, cluster.clock);

  @AfterEach
  void close() {
    cluster.close();
  }

  private String event(String lastTimestamp) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.putObject("metadata").put("name", "e").put("namespace", "default");
    event.putObject("involvedObject").put("namespace", "default");
    if (!lastTimestamp.isEmpty()) {
      event.put("lastTimestamp", lastTimestamp);
    }
    cluster.writer.create(events, "default", event);
    String key = events.key("default", "e");
    assertThat(cluster.get(key).isObject()).isTrue();
    return key;
  }

  @Test
  void anEventStaysUntilItsTimeIsOver() {
    String key = event("");
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(TTL));
    cluster.clock.advance(TTL.minusSeconds(1));
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(Duration.ofSeconds(1)));
    assertThat(cluster.get(key).isObject()).isTrue();
    cluster.clock.advance(Duration.ofSeconds(1));
    assertThat(expiry.sync(key)).isEqualTo(Sync.DONE);
    assertThat(cluster.get(key).isMissingNode()).isTrue();
  }

  @Test
  void anEventThatHappenedAgainStaysLonger() {
    String key = event("2030-01-01T00:30:00Z");
    cluster.clock.advance(TTL);
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(Duration.ofMinutes(30)));
  }

  @Test
  void whatIsGoneNeedsNothing() {
    assertThat(expiry.sync(events.key("default", "never"))).isEqualTo(Sync.DONE);
  }
}
