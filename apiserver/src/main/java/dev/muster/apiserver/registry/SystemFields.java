package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;
import java.util.UUID;

/**
 * Metadata that clients cannot set: the server gives it to a new object, and carries it over from
 * the stored one ever after.
 */
final class SystemFields {
  private SystemFields() {}

  /** Gives a new object its identity, but for a name that is to be generated. */
  static void fill(ObjectNode metadata, Instant now) {
    metadata.put("uid", UUID.randomUUID().toString());
    metadata.put("creationTimestamp", Times.seconds(now));
    metadata.remove("selfLink");
    metadata.remove("deletionTimestamp");
    metadata.remove("deletionGracePeriodSeconds");
    metadata.remove("generation");
  }

  /** Runs before the strategy, which may bump it. */
  static void carryGeneration(ObjectNode next, ObjectNode old) {
    carry("generation", next, old);
  }

  static void carryIdentity(ObjectNode next, ObjectNode old) {
    ObjectNode metadata = (ObjectNode) next.get("metadata");
    if (!metadata.has("uid")) {
      carry("uid", next, old);
    }
    carry("creationTimestamp", next, old);
    metadata.remove("selfLink");
    if (old.path("metadata").has("deletionTimestamp")) {
      carry("deletionTimestamp", next, old);
    }
    if (old.path("metadata").has("deletionGracePeriodSeconds")
        && !metadata.has("deletionGracePeriodSeconds")) {
      carry("deletionGracePeriodSeconds", next, old);
    }
  }

  private static void carry(String field, ObjectNode next, ObjectNode old) {
    ObjectNode metadata = (ObjectNode) next.get("metadata");
    JsonNode value = old.path("metadata").get(field);
    if (value == null) {
      metadata.remove(field);
    } else {
      metadata.set(field, value);
    }
  }
}
