package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
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
    kind.putTypeMeta(object);
    MutablePartialObjectMetadata.of(object).metadata(metadata(revision, initialEventsEnd));
    return Decoder.decode(kind.type(), object).object();
  }

  static MutableObjectMeta metadata(long revision, boolean initialEventsEnd) {
    MutableObjectMeta metadata =
        MutableObjectMeta.create().resourceVersion(Long.toString(revision));
    if (initialEventsEnd) {
      metadata.annotations().map().put("k8s.io/initial-events-end", "true");
    }
    return metadata;
  }
}
