package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.io.IOException;

/** Untyped JSON. Bounded: depth, number and name lengths. */
public final class Trees {
  /** As deep as the real server's decoder goes. */
  public static final int MAX_DEPTH = 10_000;

  /** What is kept in memory may be nested less deeply than what is only skipped. */
  static final int MAX_KEPT_DEPTH = 1_000;

  /**
   * How many readers and writers of JSON have their buffers from others before them. A request has
   * a thread of its own: buffers that belong to a thread, as Jackson's usually do, are used once.
   * Texts of any length leave no more than some hundred kilobytes in each.
   */
  private static final int BUFFERS = 64;

  /** Reads and writes all JSON, within bounds of depth, of texts, names and numbers. */
  public static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(16 << 20)
                  .maxNameLength(1 << 20)
                  .maxNumberLength(4096)
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH + 16).build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          // names that hash alike make a table grow, up to a bound, not a reader fail
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .recyclerPool(JsonRecyclerPools.newBoundedPool(BUFFERS))
          .build();

  private Trees() {}

  /** Reads bytes that hold one JSON value. */
  public static JsonNode parse(byte[] json) throws IOException {
    try (JsonParser in = FACTORY.createParser(json)) {
      in.nextToken();
      JsonNode read = read(in);
      if (in.nextToken() != null) {
        throw new IOException("more than one value");
      }
      return read;
    }
  }

  /**
   * Reads the value that starts at the current token; afterwards the parser stands on its last one.
   */
  public static JsonNode read(JsonParser in) throws IOException {
    return read(in, 0);
  }

  private static JsonNode read(JsonParser in, int depth) throws IOException {
    if (depth > MAX_KEPT_DEPTH) {
      throw new IOException("exceeded max depth");
    }
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new IOException("unexpected end of JSON input");
    }
    return switch (token) {
      case START_OBJECT -> {
        ObjectNode out = nodes.objectNode();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          Deadline.check();
          String name = Texts.wellFormed(in.currentName());
          in.nextToken();
          out.set(name, read(in, depth + 1));
        }
        yield out;
      }
      case START_ARRAY -> {
        ArrayNode out = nodes.arrayNode();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          Deadline.check();
          out.add(read(in, depth + 1));
        }
        yield out;
      }
      case VALUE_STRING -> nodes.textNode(Texts.wellFormed(in.getText()));
      case VALUE_NUMBER_INT ->
          in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? nodes.numberNode(finite(in))
              : nodes.numberNode(in.getLongValue());
      case VALUE_NUMBER_FLOAT -> nodes.numberNode(finite(in));
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      case VALUE_NULL -> nodes.nullNode();
      default -> throw new IOException("unexpected token " + token);
    };
  }

  /** What is beyond the largest number could not be written again. */
  private static double finite(JsonParser in) throws IOException {
    double value = in.getDoubleValue();
    if (!Double.isFinite(value)) {
      throw new IOException(
          "json: cannot unmarshal number " + in.getText() + " into Go value of type float64");
    }
    return value;
  }
}
