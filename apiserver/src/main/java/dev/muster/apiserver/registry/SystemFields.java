package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Metadata that an update cannot change: it is carried over from the stored object. */
final class SystemFields {
  private SystemFields() {}

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
