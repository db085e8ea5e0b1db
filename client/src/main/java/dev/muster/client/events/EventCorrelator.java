package dev.muster.client.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps events few, as every component of Kubernetes does: many of one object are dropped, similar
 * ones with many different messages become one. Used by one thread.
 */
final class EventCorrelator {
  /** An object may have this many at once, and one more for each {@link #REFILL}. */
  private static final int BURST = 25;

  private static final Duration REFILL = Duration.ofMinutes(5);

  /** From this many different messages on, within {@link #SIMILAR_FOR}, events are combined. */
  private static final int MOST_SIMILAR = 10;

  private static final Duration SIMILAR_FOR = Duration.ofMinutes(10);
  private static final String COMBINED = "(combined from similar events): ";
  private static final int REMEMBERED = 4_096;

  /** Events that differ in their messages alone. */
  private record Similar(ObjectNode object, EventType type, String reason) {}

  /**
   * What has a budget of its own: with the reason, which Kubernetes' clients leave out, so that a
   * container that crashes does not use up what is to be told of its pod.
   */
  private record Told(ObjectNode object, String reason) {}

  private record Bucket(double tokens, Instant at) {}

  private record Messages(Set<String> texts, Instant last) {}

  /**
   * What becomes of a sighting.
   *
   * @param key of the event whose count it raises, if there is one
   */
  record Correlated(Sighting event, Sighting key) {}

  private final Map<Told, Bucket> buckets = new Remembering<>();
  private final Map<Similar, Messages> similar = new Remembering<>();

  private static final class Remembering<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    Remembering() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > REMEMBERED;
    }
  }

  /** Nothing if it is one too many. */
  Optional<Correlated> correlate(Sighting seen, Instant now) {
    if (!mayPass(new Told(seen.object(), seen.reason()), now)) {
      return Optional.empty();
    }
    Sighting same = seen.withoutVersion();
    if (!combined(same, now)) {
      return Optional.of(new Correlated(seen, same));
    }
    return Optional.of(
        new Correlated(seen.withMessage(COMBINED + seen.message()), same.withMessage(COMBINED)));
  }

  private boolean mayPass(Told told, Instant now) {
    Bucket bucket = buckets.getOrDefault(told, new Bucket(BURST, now));
    double grown = (double) Duration.between(bucket.at(), now).toMillis() / REFILL.toMillis();
    double tokens = Math.min(BURST, bucket.tokens() + Math.max(0, grown));
    boolean passes = tokens >= 1;
    buckets.put(told, new Bucket(passes ? tokens - 1 : tokens, now));
    return passes;
  }

  private boolean combined(Sighting same, Instant now) {
    Similar key = new Similar(same.object(), same.type(), same.reason());
    Messages known = similar.get(key);
    Set<String> texts =
        known == null || Duration.between(known.last(), now).compareTo(SIMILAR_FOR) > 0
            ? new LinkedHashSet<>()
            : known.texts();
    texts.add(same.message());
    similar.put(key, new Messages(texts, now));
    if (texts.size() < MOST_SIMILAR) {
      return false;
    }
    // INVARIANT: what is kept of an object's messages is bounded
    texts.remove(texts.iterator().next());
    return true;
  }
}
