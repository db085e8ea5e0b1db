package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutableOwnerReference;
import dev.muster.views.MutableField;
import java.util.Set;

/** The changes that the garbage collector makes to metadata. */
final class OwnerEdits {
  private OwnerEdits() {}

  interface Edit {
    void apply(MutableObjectMeta metadata);
  }

  /** Leaves an object alone that only has the same name. */
  static void ifStill(String uid, ObjectNode object, Edit edit) {
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(object);
    if (metadata.uid().text().equals(uid)) {
      edit.apply(metadata);
    }
  }

  static void drop(MutableObjectMeta metadata, Set<String> owners) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (MutableOwnerReference owner : metadata.ownerReferences().each()) {
      if (!owners.contains(owner.uid().text())) {
        kept.add(owner.tree());
      }
    }
    setOrRemove(metadata.ownerReferences(), kept);
  }

  static void unblock(MutableObjectMeta metadata) {
    for (MutableOwnerReference owner : metadata.ownerReferences().each()) {
      if (owner.blockOwnerDeletion().truth()) {
        owner.blockOwnerDeletion(false);
      }
    }
  }

  static void removeFinalizer(MutableObjectMeta metadata, String finalizer) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    for (JsonNode one : metadata.finalizers().node()) {
      if (!one.asText().equals(finalizer)) {
        kept.add(one);
      }
    }
    setOrRemove(metadata.finalizers(), kept);
  }

  private static void setOrRemove(MutableField field, ArrayNode list) {
    if (list.isEmpty()) {
      field.remove();
    } else {
      field.set(list);
    }
  }
}
