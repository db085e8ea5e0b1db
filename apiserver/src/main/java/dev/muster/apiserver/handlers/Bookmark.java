package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Decoder;
import dev.muster.api.codec.Encoder;
import dev.muster.api.kinds.Kind;
import java.nio.charset.StandardCharsets;

/** A watch's line that only tells how far it is. */
final class Bookmark {
  private Bookmark() {}

  static String line(Kind kind, long revision, boolean initialEventsEnd) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    ObjectNode metadata =
        object.putObject("metadata").put("resourceVersion", Long.toString(revision));
    if (initialEventsEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    ObjectNode canonical = Decoder.decode(kind.type(), object).object();
    String json = new String(Encoder.encode(kind.type(), canonical), StandardCharsets.UTF_8);
    return "{\"type\":\"BOOKMARK\",\"object\":" + json + "}\n";
  }
}
