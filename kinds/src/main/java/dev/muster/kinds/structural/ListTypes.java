package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.Encoder;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists that are sets have no element twice, those that are maps no key. */
final class ListTypes {
  private ListTypes() {}

  static void validate(JsonNode value, @Nullable Structural schema, Path at, Errors errors) {
    if (schema == null) {
      return;
    }
    Deadline.check();
    if (value.isArray()) {
      list(value, schema, at, errors);
      for (int i = 0; i < value.size(); i++) {
        validate(value.get(i), schema.items(), at.index(i), errors);
      }
    } else if (value.isObject()) {
      for (Map.Entry<String, JsonNode> e : value.properties()) {
        Structural property = schema.properties().get(e.getKey());
        Path below = property == null ? at.key(e.getKey()) : at.child(e.getKey());
        validate(e.getValue(), property == null ? schema.others() : property, below, errors);
      }
    }
  }

  private static void list(JsonNode list, Structural schema, Path at, Errors errors) {
    switch (schema.listType()) {
      case "set" -> {
        List<JsonNode> elements = new ArrayList<>();
        list.forEach(elements::add);
        for (int i : repeated(elements)) {
          errors.duplicate(at.index(i), shown(list.get(i)));
        }
      }
      case "map" -> {
        List<JsonNode> keys = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
          if (!list.get(i).isObject()) {
            errors.invalid(
                at.index(i),
                InvalidValue.of(list.get(i)),
                "must be an object for an array of list-type map");
            return;
          }
          keys.add(keyOf(list.get(i), schema.listKeys()));
        }
        for (int i : repeated(keys)) {
          errors.duplicate(at.index(i), shown(keys.get(i)));
        }
      }
      default -> {}
    }
  }

  /** Where something stands for the second time. */
  private static List<Integer> repeated(List<JsonNode> values) {
    // texts, which are found quickly even if they hash alike
    Map<String, Integer> seen = new HashMap<>();
    List<Integer> out = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Deadline.check();
      if (seen.merge(Encoder.inOrder(values.get(i)).toString(), 1, Integer::sum) == 2) {
        out.add(i);
      }
    }
    return out;
  }

  private static ObjectNode keyOf(JsonNode element, List<String> keys) {
    ObjectNode out = ((ObjectNode) element).objectNode();
    for (String key : keys) {
      if (element.has(key)) {
        out.set(key, element.get(key));
      }
    }
    return out;
  }

  private static String shown(JsonNode value) {
    return InvalidValue.of(Encoder.inOrder(value));
  }
}
