package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** The changes that the garbage collector makes to metadata. */
final class OwnerEdits {
  private OwnerEdits() {}

  interface Edit {
    void apply(ObjectNode metadata);
  }

  /** Leaves an object alone that only has the same name. */
  static void ifStill(String uid, ObjectNode object, Edit edit) {
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    if (metadata.path("uid").asText().equals(uid)) {
      edit.apply(metadata);
    }
  }

  static void drop(ObjectNode metadata, Set<String> owners) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode owner : metadata.path("ownerReferences")) {
      if (!owners.contains(owner.path("uid").asText())) {
        kept.add(owner);
      }
    }
    setOrRemove(metadata, "ownerReferences", kept);
  }

  static void unblock(ObjectNode metadata) {
    for (JsonNode owner : metadata.path("ownerReferences")) {
      if (owner.path("blockOwnerDeletion").asBoolean()) {
        ((ObjectNode) owner).put("blockOwnerDeletion", false);
      }
    }
  }

  static void removeFinalizer(ObjectNode metadata, String finalizer) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode one : metadata.path("finalizers")) {
      if (!one.asText().equals(finalizer)) {
        kept.add(one);
      }
    }
    setOrRemove(metadata, "finalizers", kept);
  }

  private static void setOrRemove(ObjectNode metadata, String field, ArrayNode list) {
    if (list.isEmpty()) {
      metadata.remove(field);
    } else {
      metadata.set(field, list);
    }
  }
}
