package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** When a deleted object may really go. */
final class Finalization {
  private Finalization() {}

  /**
   * True if the object was deleted without grace, or its grace is over, and no finalizer holds it
   * any more.
   */
  static boolean endsWith(ObjectNode object) {
    JsonNode metadata = object.path("metadata");
    return metadata.has("deletionTimestamp")
        && metadata.path("finalizers").isEmpty()
        && metadata.path("deletionGracePeriodSeconds").asLong() == 0
        && object.path("spec").path("finalizers").isEmpty();
  }
}
