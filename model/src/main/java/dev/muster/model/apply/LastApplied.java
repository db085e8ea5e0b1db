package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The annotation in which client-side apply keeps its last configuration. */
final class LastApplied {
  private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  /** Annotations may not be larger than this together; then the annotation goes. */
  private static final int MAX_ANNOTATIONS = 256 << 10;

  private LastApplied() {}

  /** What client-side apply set and nobody has changed since: kubectl may take it over. */
  static FieldSet unchanged(Kind kind, ObjectNode live) {
    String text = text(live);
    if (text.isEmpty()) {
      return FieldSet.EMPTY;
    }
    JsonNode last;
    try {
      last = Trees.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return FieldSet.EMPTY;
    }
    boolean usable =
        last.isObject()
            && last.path("apiVersion").asText("").equals(kind.apiVersion())
            && TypedCheck.faults(kind.type(), last).isEmpty();
    if (!usable) {
      return FieldSet.EMPTY;
    }
    Comparison since = Comparison.of(kind.type(), (ObjectNode) last, live);
    return Mentioned.in(Shape.of(kind.type()), last).difference(since.touched());
  }

  /** Brings the annotation up to date, where there is one. */
  static void renew(ObjectNode object, ObjectNode config) {
    if (text(object).isEmpty()
        || !(object.path("metadata").path("annotations") instanceof ObjectNode annotations)) {
      return;
    }
    ObjectNode bare = config.deepCopy();
    if (bare.path("metadata").path("annotations") instanceof ObjectNode own) {
      own.remove(ANNOTATION);
    }
    StringBuilder out = new StringBuilder();
    CompactJson.write(bare, out);
    annotations.put(ANNOTATION, out.append('\n').toString());
    int size = 0;
    for (var e : annotations.properties()) {
      size += e.getKey().length() + e.getValue().asText().length();
    }
    if (size > MAX_ANNOTATIONS) {
      annotations.remove(ANNOTATION);
      if (annotations.isEmpty() && object.get("metadata") instanceof ObjectNode metadata) {
        metadata.remove("annotations");
      }
    }
  }

  private static String text(ObjectNode object) {
    return object.path("metadata").path("annotations").path(ANNOTATION).asText("");
  }
}
