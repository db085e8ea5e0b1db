package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;

/** Values of expressions as JSON trees, the way back from {@link JsonView}. One value, one use. */
final class JsonValues {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ValueLimits limits = new ValueLimits();

  /**
   * The value as JSON.
   *
   * @throws FunctionFault when it cannot be written so, or is too large
   */
  JsonNode of(Object value) {
    return of(value, 0);
  }

  private JsonNode of(Object value, int depth) {
    return switch (value) {
      case Map<?, ?> map -> object(map, depth);
      case Collection<?> list -> {
        ArrayNode out = JSON.arrayNode();
        limits.visit(2, depth);
        list.forEach(one -> out.add(of(one, depth + 1)));
        yield out;
      }
      case String text -> text(text, depth);
      case CelByteString bytes ->
          text(Base64.getEncoder().encodeToString(bytes.toByteArray()), depth);
      case Instant time -> text(time.toString(), depth);
      case Duration duration -> text(seconds(duration), depth);
      case Object scalar -> {
        limits.visit(1, depth);
        yield scalar(scalar);
      }
    };
  }

  private ObjectNode object(Map<?, ?> map, int depth) {
    ObjectNode out = JSON.objectNode();
    limits.visit(2, depth);
    for (Map.Entry<?, ?> e : map.entrySet()) {
      if (!(e.getKey() instanceof String name)) {
        throw new FunctionFault(
            "map key \"" + e.getKey() + "\" is of type " + typeOf(e.getKey()) + ", not string");
      }
      limits.visit(name.length() + 3L, depth);
      out.set(name, of(e.getValue(), depth + 1));
    }
    return out;
  }

  private JsonNode text(String text, int depth) {
    limits.visit(text.length() + 2L, depth);
    return JSON.textNode(text);
  }

  private static JsonNode scalar(Object value) {
    return switch (value) {
      case Boolean truth -> JSON.booleanNode(truth);
      case Long number -> JSON.numberNode(number);
      case UnsignedLong number -> JSON.numberNode(number.bigIntegerValue());
      case Double number -> number(number);
      case NullValue none -> JSON.nullNode();
      case Object other ->
          throw new FunctionFault("a value of type " + typeOf(other) + " is not JSON");
    };
  }

  private static JsonNode number(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw new FunctionFault("the number " + number + " is not JSON");
    }
    return number == Math.rint(number) && Math.abs(number) < 1L << 53
        ? JSON.numberNode((long) number)
        : JSON.numberNode(number);
  }

  private static String seconds(Duration duration) {
    return duration.toNanosPart() == 0
        ? duration.toSeconds() + "s"
        : duration.toNanos() / 1e9 + "s";
  }

  private static String typeOf(Object value) {
    return value.getClass().getSimpleName();
  }
}
