package dev.muster.model.patch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Issues;
import dev.muster.model.codec.JsonSyntax;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A patch as it was written: numbers keep their spelling, and names that an object has twice are
 * told.
 *
 * @param duplicates the complaints about names that occur twice; the last value has won
 */
record RawJson(JsonNode tree, List<String> duplicates) {
  private static final int MAX_DEPTH = 1_000;

  /**
   * Reads one JSON value.
   *
   * @throws DecodeException with the words of the real server's decoder
   */
  static RawJson read(byte[] json) {
    Optional<String> fault = JsonSyntax.fault(json);
    if (fault.isPresent()) {
      throw new DecodeException(fault.get());
    }
    try (JsonParser in = Trees.FACTORY.createParser(json)) {
      in.nextToken();
      Issues duplicates = new Issues();
      JsonNode tree = new Reader(in, duplicates).value(0);
      return new RawJson(tree, duplicates.list());
    } catch (IOException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }

  /** One pass over the parser; where it stands is told in duplicates. */
  private static final class Reader {
    private final JsonParser in;
    private final Issues duplicates;
    private final StringBuilder where = new StringBuilder();

    Reader(JsonParser in, Issues duplicates) {
      this.in = in;
      this.duplicates = duplicates;
    }

    JsonNode value(int depth) throws IOException {
      if (depth > MAX_DEPTH) {
        throw new IOException("exceeded max depth");
      }
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      return switch (in.currentToken()) {
        case START_OBJECT -> object(depth);
        case START_ARRAY -> list(depth);
        case VALUE_NUMBER_INT ->
            in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? DecimalNode.valueOf(in.getDecimalValue())
                : nodes.numberNode(in.getLongValue());
        case VALUE_NUMBER_FLOAT -> DecimalNode.valueOf(in.getDecimalValue());
        default -> Trees.read(in);
      };
    }

    private ObjectNode object(int depth) throws IOException {
      ObjectNode out = JsonNodeFactory.instance.objectNode();
      int length = where.length();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        Deadline.check();
        String name = in.currentName();
        where.append(length == 0 ? "" : ".").append(name);
        if (out.has(name) && !duplicates.full()) {
          duplicates.add("duplicate field \"" + where + "\"");
        }
        in.nextToken();
        out.set(name, value(depth + 1));
        where.setLength(length);
      }
      return out;
    }

    private ArrayNode list(int depth) throws IOException {
      ArrayNode out = JsonNodeFactory.instance.arrayNode();
      int length = where.length();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        Deadline.check();
        where.append('[').append(out.size()).append(']');
        out.add(value(depth + 1));
        where.setLength(length);
      }
      return out;
    }
  }
}
