package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a custom resource: its metadata as that of every object, the rest as it stands, without
 * what its definition does not know. Not thread-safe: one decoder, one object.
 */
final class CustomDecoder {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final StructType METADATA = Schema.kubernetes().struct("meta/v1.ObjectMeta");

  private final JsonParser in;
  private final Issues issues = new Issues();
  private final StringBuilder where = new StringBuilder();

  private CustomDecoder(JsonParser in) {
    this.in = in;
  }

  /** Reads from the parser, which stands on the first token. */
  static Decoder.Decoded decode(CustomContent content, JsonParser in) throws IOException {
    CustomDecoder decoder = new CustomDecoder(in);
    JsonNode read = decoder.value(0);
    ObjectNode object = read instanceof ObjectNode o ? o : NODES.objectNode();
    List<String> unknown = new ArrayList<>();
    metadata(object, unknown);
    try {
      content.coerce(object, path -> unknown.add("unknown field " + TextNode.valueOf(path)));
    } catch (IllegalArgumentException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
    unknown.forEach(decoder.issues::add);
    return new Decoder.Decoded(object, decoder.issues.list());
  }

  private static void metadata(ObjectNode object, List<String> issues) {
    JsonNode sent = object.path("metadata");
    JsonNode some = sent.isNull() || sent.isMissingNode() ? NODES.objectNode() : sent;
    if (!some.isObject()) {
      throw new DecodeException(
          "json: cannot unmarshal " + named(some) + " into Go value of type v1.ObjectMeta");
    }
    Decoder.Decoded read = Decoder.decode(METADATA, some);
    for (String issue : read.issues()) {
      issues.add(issue.replaceFirst("\"", "\"metadata."));
    }
    ObjectNode metadata = read.object();
    JsonNode owners = some.path("managedFields");
    if (owners.isArray() && owners.isEmpty()) {
      // as for any other kind: this asks for the owners to be forgotten
      metadata.putArray("managedFields").addObject();
    }
    object.set("metadata", metadata);
  }

  static String named(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      case STRING -> "string";
      case OBJECT, NULL, MISSING, BINARY, POJO -> "object";
    };
  }

  private JsonNode value(int depth) throws IOException {
    if (in.currentToken() == JsonToken.START_OBJECT || in.currentToken() == JsonToken.START_ARRAY) {
      if (depth > Trees.MAX_KEPT_DEPTH) {
        throw new DecodeException("exceeded max depth");
      }
      return in.currentToken() == JsonToken.START_OBJECT ? object(depth) : list(depth);
    }
    return Trees.read(in);
  }

  private ObjectNode object(int depth) throws IOException {
    ObjectNode out = NODES.objectNode();
    int length = where.length();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      Deadline.check();
      String name = Texts.wellFormed(in.currentName());
      in.nextToken();
      where.append(length == 0 ? "" : ".").append(name);
      if (out.has(name) && !issues.full()) {
        issues.add("duplicate field " + TextNode.valueOf(where.toString()));
      }
      out.set(name, value(depth + 1));
      where.setLength(length);
    }
    return out;
  }

  private ArrayNode list(int depth) throws IOException {
    ArrayNode out = NODES.arrayNode();
    int length = where.length();
    for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
      Deadline.check();
      where.append('[').append(i).append(']');
      out.add(value(depth + 1));
      where.setLength(length);
    }
    return out;
  }
}
