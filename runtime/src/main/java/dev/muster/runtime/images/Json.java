package dev.muster.runtime.images;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON from outside: of bounded depth, and an object. */
final class Json {
  static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build())
              .build());

  private Json() {}

  static JsonNode read(byte[] bytes, String what) throws IOException {
    try {
      JsonNode json = MAPPER.readTree(bytes);
      if (json == null || !json.isObject()) {
        throw new ImageException("the " + what + " is not a JSON object");
      }
      return json;
    } catch (JsonProcessingException e) {
      // not the parser's words: they repeat what it was given
      throw new ImageException(
          "the " + what + " is not JSON, from byte " + e.getLocation().getByteOffset() + " on", e);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] bytes(JsonNode json) throws IOException {
    return MAPPER.writeValueAsBytes(json);
  }
}
