package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.types.Type;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads values without parts, in the form in which they are stored and served. */
final class Scalars {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final TextNode EMPTY = TextNode.valueOf("");
  private static final TextNode ZERO_QUANTITY = TextNode.valueOf("0");

  private Scalars() {}

  /** The value at the current token, or null when the token does not fit the type. */
  static @Nullable JsonNode read(Type.Scalar type, JsonParser in) throws IOException {
    JsonToken token = in.currentToken();
    boolean text = token == JsonToken.VALUE_STRING;
    return switch (type.kind()) {
      case STRING -> text ? NODES.textNode(Texts.wellFormed(in.getText())) : null;
      case BOOL ->
          token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE
              ? NODES.booleanNode(token == JsonToken.VALUE_TRUE)
              : null;
      case INT32 -> integer(in, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case UINT32 -> integer(in, 0, 0xffff_ffffL);
      case INT64 -> integer(in, Long.MIN_VALUE, Long.MAX_VALUE);
      case FLOAT64 -> token.isNumeric() ? NODES.numberNode(in.getDoubleValue()) : null;
      case BYTES -> text ? NODES.textNode(Base64Text.normal(in.getText())) : null;
      case QUANTITY -> quantity(in);
      case INT_OR_STRING -> intOrString(in);
      case TIME -> text ? Times.time(in.getText()) : null;
      case MICRO_TIME -> text ? Times.microTime(in.getText()) : null;
      case DURATION -> text ? NODES.textNode(in.getText()) : null;
      case RAW, UNTYPED -> Trees.read(in);
    };
  }

  /** What the real server tries to read such a value as, and so says that a token is not. */
  static String readAs(Type.Scalar type) {
    return switch (type.kind()) {
      case INT_OR_STRING -> "int32";
      case TIME, MICRO_TIME, DURATION -> "string";
      case STRING, BOOL, INT32, INT64, UINT32, FLOAT64, BYTES, QUANTITY, RAW, UNTYPED ->
          type.goName();
    };
  }

  private static @Nullable JsonNode integer(JsonParser in, long min, long max) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = in.getLongValue();
      return value >= min && value <= max ? NODES.numberNode(value) : null;
    }
    if (in.currentToken() == JsonToken.VALUE_NUMBER_FLOAT && in instanceof TreeTraversingParser) {
      // a number in a tree has lost its spelling: a whole one counts as an integer
      double value = in.getDoubleValue();
      // the largest whole number is the same as a number beyond it once it is a double
      return value == Math.rint(value) && value >= min && value <= max && value < 0x1p63
          ? NODES.numberNode((long) value)
          : null;
    }
    return null;
  }

  private static JsonNode quantity(JsonParser in) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_STRING || in.currentToken().isNumeric()) {
      try {
        return NODES.textNode(Quantity.parse(in.getText()).toString());
      } catch (IllegalArgumentException e) {
        throw new DecodeException(String.valueOf(e.getMessage()));
      }
    }
    throw new DecodeException(Quantity.BAD_FORMAT);
  }

  private static @Nullable JsonNode intOrString(JsonParser in) throws IOException {
    return in.currentToken() == JsonToken.VALUE_STRING
        ? NODES.textNode(Texts.wellFormed(in.getText()))
        : integer(in, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** Values that are structs to the real server, and so are written even when they are zero. */
  static boolean isStruct(Type.Scalar type) {
    return switch (type.kind()) {
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION -> true;
      case STRING, BOOL, INT32, INT64, UINT32, FLOAT64, BYTES, RAW, UNTYPED -> false;
    };
  }

  static JsonNode zero(Type.Scalar type) {
    return switch (type.kind()) {
      case STRING -> EMPTY;
      case BOOL -> NODES.booleanNode(false);
      case INT32, INT64, UINT32, INT_OR_STRING -> NODES.numberNode(0L);
      case FLOAT64 -> NODES.numberNode(0.0);
      case QUANTITY -> ZERO_QUANTITY;
      case DURATION -> TextNode.valueOf("0s");
      case BYTES, TIME, MICRO_TIME, RAW, UNTYPED -> NullNode.getInstance();
    };
  }

  /** Where a number may be a text, no text is the number zero. */
  static boolean isZero(Type.Scalar type, JsonNode value) {
    boolean text = type.kind() == Type.Scalar.Kind.INT_OR_STRING && value.isTextual();
    return !text && isZero(value);
  }

  private static boolean isZero(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> value.textValue().isEmpty();
      case BOOLEAN -> !value.booleanValue();
      case NUMBER -> value.doubleValue() == 0;
      case NULL -> true;
      case ARRAY, BINARY, MISSING, OBJECT, POJO -> false;
    };
  }
}
