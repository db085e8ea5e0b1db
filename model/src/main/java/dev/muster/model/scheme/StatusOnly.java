package dev.muster.model.scheme;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes to the status subresource change the status and nothing else (but for what metadata tracks
 * by itself).
 */
public final class StatusOnly {
  private static final List<String> METADATA =
      List.of(
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "selfLink",
          "labels",
          "annotations",
          "finalizers",
          "ownerReferences");

  private StatusOnly() {}

  /**
   * Puts everything but the status back to what it was. Managed fields stay: they are the server's
   * own.
   */
  public static void keepAllButStatus(ObjectNode object, ObjectNode old) {
    List<String> gone = new ArrayList<>();
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!name.equals("status") && !name.equals("metadata") && !old.has(name)) {
                gone.add(name);
              }
            });
    object.remove(gone);
    for (Map.Entry<String, JsonNode> e : old.properties()) {
      if (!e.getKey().equals("status") && !e.getKey().equals("metadata")) {
        object.set(e.getKey(), e.getValue().deepCopy());
      }
    }
  }

  /**
   * Puts what a client may say in metadata back to what it was, as the status of some kinds wants.
   */
  public static void keepMetadata(ObjectNode object, ObjectNode old) {
    ObjectNode metadata = object.withObject("metadata");
    for (String field : METADATA) {
      JsonNode before = old.path("metadata").get(field);
      if (before == null) {
        metadata.remove(field);
      } else {
        metadata.set(field, before.deepCopy());
      }
    }
  }

  /** Puts the status back to what it was. */
  public static void keepStatus(ObjectNode object, ObjectNode old) {
    JsonNode status = old.get("status");
    if (status == null) {
      object.remove("status");
    } else {
      object.set("status", status.deepCopy());
    }
  }
}
