package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;

/** Reads what API servers keep in their store: JSON, or protobuf in its envelope. */
public final class StorageDecoder {
  private StorageDecoder() {}

  /**
   * The object as it is kept, not canonical yet.
   *
   * @throws DecodeException if it is none, or a message of a kind that is not known
   */
  public static ObjectNode read(Kinds kinds, byte[] bytes) {
    if (bytes.length > 0 && bytes[0] == 'k') {
      Protobuf.Envelope envelope = Protobuf.open(bytes);
      Kind kind =
          kinds
              .byKind(envelope.apiVersion(), envelope.kind())
              .orElseThrow(
                  () ->
                      new DecodeException(
                          "no kind \"%s\" is known for version \"%s\""
                              .formatted(envelope.kind(), envelope.apiVersion())));
      return Protobuf.read(kind.type(), envelope.message())
          .put("kind", envelope.kind())
          .put("apiVersion", envelope.apiVersion());
    }
    try {
      JsonNode tree = Trees.parse(bytes);
      if (tree instanceof ObjectNode object && object.path("metadata").isObject()) {
        return object;
      }
    } catch (IOException e) {
      throw new DecodeException("what is stored is no JSON: " + e.getMessage());
    }
    throw new DecodeException("what is stored is no object with metadata");
  }
}
