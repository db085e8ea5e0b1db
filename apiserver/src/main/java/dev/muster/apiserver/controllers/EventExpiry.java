package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/** Removes events some time after they last happened. */
final class EventExpiry implements Controller {
  private final Writer writer;
  private final Kind events;
  private final Duration ttl;
  private final InstantSource clock;

  EventExpiry(Writer writer, Kinds kinds, Duration ttl, InstantSource clock) {
    this.writer = writer;
    this.events = kinds.byKind("v1", "Event").orElseThrow();
    this.ttl = ttl;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "event-ttl";
  }

  @Override
  public int workers() {
    return 8;
  }

  @Override
  public Collection<String> keysFor(Change change) {
    return !change.gone() && change.isOf(events.storagePrefix())
        ? List.of(change.key())
        : List.of();
  }

  @Override
  public Sync sync(String key) {
    Entry<StoredObject> entry = writer.registry().store().snapshot().get(key);
    if (entry == null) {
      return Sync.DONE;
    }
    Event event = Event.of(entry.value().tree());
    Instant now = clock.instant();
    Duration left = Duration.between(now, lastSeen(event, now).plus(ttl));
    if (left.isPositive()) {
      return Sync.after(left);
    }
    Change at = new Change(key, entry.value(), false);
    writer.delete(
        events,
        at.namespace(),
        at.name(),
        new DeleteOptions(OptionalLong.of(0), "Background", "", Long.toString(entry.revision())));
    return Sync.DONE;
  }

  /** Of the times that its writer gave, those yet to come do not count. */
  private static Instant lastSeen(Event event, Instant now) {
    Instant last = Instant.EPOCH;
    for (String at :
        new String[] {
          event.metadata().creationTimestamp().text(),
          event.lastTimestamp().text(),
          event.eventTime().text(),
          event.series().lastObservedTime().text()
        }) {
      Instant time = time(at);
      last = time.isAfter(last) && !time.isAfter(now) ? time : last;
    }
    return last;
  }

  private static Instant time(String text) {
    try {
      return text.isEmpty() || text.equals("null") ? Instant.EPOCH : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
