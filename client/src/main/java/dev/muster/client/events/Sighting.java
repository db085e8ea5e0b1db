package dev.muster.client.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.MutableObjectReference;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that happened.
 *
 * @param about a reference to the object
 * @param annotations of the event itself
 */
record Sighting(
    MutableObjectReference about,
    EventType type,
    String reason,
    String message,
    Map<String, String> annotations) {
  public Sighting {
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  /** A reference to an object, as {@code involvedObject} holds it. */
  public static MutableObjectReference reference(JsonNode object) {
    PartialObjectMetadata of = PartialObjectMetadata.of(object);
    ObjectMeta metadata = of.metadata();
    MutableObjectReference reference = MutableObjectReference.create().kind(of.kind().text());
    if (metadata.namespace().present()) {
      reference.namespace(metadata.namespace().text());
    }
    return reference
        .name(metadata.name().text())
        .uid(metadata.uid().text())
        .apiVersion(of.apiVersion().text())
        .resourceVersion(metadata.resourceVersion().text());
  }

  /** The object, whatever its version and whichever part of it this is about. */
  ObjectNode object() {
    MutableObjectReference same = MutableObjectReference.copyOf(about.reading());
    same.resourceVersion().remove();
    same.fieldPath().remove();
    return same.tree();
  }

  Sighting withMessage(String other) {
    return new Sighting(about, type, reason, other, annotations);
  }

  Sighting withoutVersion() {
    MutableObjectReference same = MutableObjectReference.copyOf(about.reading());
    same.resourceVersion().remove();
    return new Sighting(same, type, reason, message, annotations);
  }
}
