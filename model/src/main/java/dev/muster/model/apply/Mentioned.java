package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * The places that a configuration mentions: values, elements, keys of maps; not the structs and
 * lists around them, unless they are empty.
 */
final class Mentioned {
  private Mentioned() {}

  static FieldSet in(Shape shape, JsonNode value) {
    FieldSet.Builder out = new FieldSet.Builder();
    switch (shape) {
      case Shape.Named named -> {
        for (Map.Entry<String, JsonNode> e : value.properties()) {
          PathElement step = named.step(e.getKey());
          if (step != null) {
            Shape part = named.part(e.getKey());
            JsonNode its = e.getValue();
            boolean key = !(named instanceof Shape.Struct);
            boolean bare = its.isNull() || its.isObject() && its.isEmpty();
            out.add(step, key || bare || isWhole(part, its), in(part, its));
          }
        }
      }
      case Shape.Listed listed -> {
        if (value.isArray()) {
          Shape elements = listed.elements();
          for (ListIndex.Item item : ListIndex.of(listed, value).items()) {
            out.add(item.step(), true, item.repeated() ? null : in(elements, item.first()));
          }
        }
      }
      case Shape.Whole whole -> {}
    }
    return out.build();
  }

  private static boolean isWhole(Shape shape, JsonNode value) {
    return shape instanceof Shape.Whole || shape instanceof Shape.Untyped && !value.isObject();
  }
}
