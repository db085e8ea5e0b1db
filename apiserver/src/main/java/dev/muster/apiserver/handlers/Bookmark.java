package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.scheme.Kind;
import java.nio.charset.StandardCharsets;

/** A watch's event that only tells how far it is. */
final class Bookmark {
  private Bookmark() {}

  static String line(Kind kind, long revision, boolean initialEventsEnd) {
    byte[] object = Encoder.encode(kind.type(), of(kind, revision, initialEventsEnd));
    String json = new String(object, StandardCharsets.UTF_8);
    return "{\"type\":\"BOOKMARK\",\"object\":" + json + "}\n";
  }

  /** An object of the kind that has nothing but a version. */
  static ObjectNode of(Kind kind, long revision, boolean initialEventsEnd) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    object.set("metadata", metadata(revision, initialEventsEnd));
    return Decoder.decode(kind.type(), object).object();
  }

  static ObjectNode metadata(long revision, boolean initialEventsEnd) {
    ObjectNode metadata =
        JsonNodeFactory.instance.objectNode().put("resourceVersion", Long.toString(revision));
    if (initialEventsEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return metadata;
  }
}
