package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import dev.muster.model.codec.Times;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Deletions that were stored with an end beyond the calendar, which no client can read: they get
 * the longest time there is, counted from the object's creation.
 */
final class EndlessDeletion {
  private static final int WRITTEN = "2006-01-02T15:04:05Z".length();

  private EndlessDeletion() {}

  /** Whether the object was changed. */
  static boolean mend(ObjectNode object) {
    if (!(object.get("metadata") instanceof ObjectNode metadata)
        || !metadata.has("deletionTimestamp")
        || metadata.get("deletionTimestamp").asText().length() == WRITTEN
            && metadata.path("deletionGracePeriodSeconds").asLong() <= Seconds.MOST) {
      return false;
    }
    Instant born;
    try {
      born = Instant.parse(metadata.path("creationTimestamp").asText());
    } catch (DateTimeException e) {
      born = Instant.EPOCH;
    }
    metadata.put("deletionTimestamp", Times.seconds(born.plusSeconds(Seconds.MOST)));
    metadata.put("deletionGracePeriodSeconds", Seconds.MOST);
    return true;
  }
}
