package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.util.Optional;

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

  /**
   * The canonical object, in one pass over its JSON, if that is as API servers write objects of
   * this kind in this version; empty if it has to be looked at more closely.
   */
  public static Optional<ObjectNode> readAs(Kind kind, byte[] bytes) {
    if (!beginsAs(kind, bytes)) {
      return Optional.empty();
    }
    try (JsonParser in = Trees.FACTORY.createParser(bytes)) {
      Decoder.Decoded decoded = Decoder.decode(kind.type(), in);
      boolean plain =
          in.nextToken() == null
              && decoded.issues().isEmpty()
              && decoded.object().path("metadata").has("name");
      return plain ? Optional.of(decoded.object()) : Optional.empty();
    } catch (IOException | DecodeException e) {
      return Optional.empty(); // what is wrong is said by who looks more closely
    }
  }

  /** Kind and version come first; that they come once is looked at by the decoder. */
  private static boolean beginsAs(Kind kind, byte[] bytes) {
    int at = skip(bytes, 0, "{\"kind\":\"");
    at = skip(bytes, at, kind.kind());
    at = skip(bytes, at, "\",\"apiVersion\":\"");
    if (!kind.group().isEmpty()) {
      at = skip(bytes, at, kind.group());
      at = skip(bytes, at, "/");
    }
    at = skip(bytes, at, kind.version());
    return skip(bytes, at, "\",") >= 0;
  }

  /** Where the bytes go on after a text of ASCII; negative if that is not there. */
  private static int skip(byte[] bytes, int from, String text) {
    if (from < 0 || bytes.length - from < text.length()) {
      return -1;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != text.charAt(i)) {
        return -1;
      }
    }
    return from + text.length();
  }
}
