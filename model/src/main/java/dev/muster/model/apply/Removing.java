package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes places out of an object. The result shares parts with it; they must not be changed. */
final class Removing {
  private Removing() {}

  static JsonNode remove(Shape shape, JsonNode value, FieldSet places) {
    return switch (shape) {
      case Shape.Named named -> fields(named, value, places);
      case Shape.Listed listed -> elements(listed, value, places);
      case Shape.Whole whole -> value;
    };
  }

  private static JsonNode fields(Shape.Named shape, JsonNode value, FieldSet places) {
    if (!value.isObject() || value.isEmpty()) {
      return value;
    }
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> e : value.properties()) {
      Deadline.check();
      PathElement step = shape.step(e.getKey());
      FieldSet.@Nullable Entry at = step == null ? null : places.find(step);
      if (at == null) {
        out.set(e.getKey(), e.getValue());
      } else if (!at.member()) {
        FieldSet below = at.below();
        out.set(
            e.getKey(),
            below == null ? e.getValue() : remove(shape.part(e.getKey()), e.getValue(), below));
      }
    }
    return out.isEmpty() ? JsonNodeFactory.instance.nullNode() : out;
  }

  private static JsonNode elements(Shape.Listed shape, JsonNode value, FieldSet places) {
    if (!value.isArray() || value.isEmpty()) {
      return value;
    }
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : value) {
      Deadline.check();
      PathElement step = shape.step(element);
      FieldSet.@Nullable Entry at = step == null ? null : places.find(step);
      if (at == null) {
        out.add(element);
      } else if (!at.member()) {
        FieldSet below = at.below();
        out.add(below == null ? element : remove(shape.elements(), element, below));
      }
    }
    return out.isEmpty() ? JsonNodeFactory.instance.nullNode() : out;
  }
}
