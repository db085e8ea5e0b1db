package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.api.apply.ManagedFields;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.authn.SettableClock;
import dev.muster.apiserver.registry.Creates;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.Updates;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventExpiryTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration TTL = Duration.ofHours(1);

  private final Kinds kinds = Kinds.kubernetes();
  private final Kind events = kinds.byKind("v1", "Event").orElseThrow();
  private final SettableClock clock = new SettableClock(START);
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
  private final Writer writer = writer();
  private final EventExpiry expiry = new EventExpiry(writer, kinds, TTL, clock);

  @AfterEach
  void close() {
    store.close();
  }

  private Writer writer() {
    Registry registry =
        new Registry(
            store,
            new AdmissionChain(List.of()),
            new ManagedFieldOwnership(new ManagedFields(kinds), clock),
            List.of(),
            List.of(),
            clock);
    Creates creates = new Creates(registry);
    return new Writer(
        registry, creates, new Updates(registry, creates), new Deletes(registry), "test");
  }

  private String event(String lastTimestamp) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.putObject("metadata").put("name", "e").put("namespace", "default");
    event.putObject("involvedObject").put("namespace", "default");
    if (!lastTimestamp.isEmpty()) {
      event.put("lastTimestamp", lastTimestamp);
    }
    writer.create(events, "default", event);
    String key = events.key("default", "e");
    assertThat(store.snapshot().get(key)).isNotNull();
    return key;
  }

  @Test
  void anEventStaysUntilItsTimeIsOver() {
    String key = event("");
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(TTL));
    clock.advance(TTL.minusSeconds(1));
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(Duration.ofSeconds(1)));
    assertThat(store.snapshot().get(key)).isNotNull();
    clock.advance(Duration.ofSeconds(1));
    assertThat(expiry.sync(key)).isEqualTo(Sync.DONE);
    assertThat(store.snapshot().get(key)).isNull();
  }

  @Test
  void anEventThatHappenedAgainStaysLonger() {
    String key = event("2030-01-01T00:30:00Z");
    clock.advance(TTL);
    assertThat(expiry.sync(key)).isEqualTo(Sync.after(Duration.ofMinutes(30)));
  }

  @Test
  void whatIsGoneNeedsNothing() {
    assertThat(expiry.sync(events.key("default", "never"))).isEqualTo(Sync.DONE);
  }
}
