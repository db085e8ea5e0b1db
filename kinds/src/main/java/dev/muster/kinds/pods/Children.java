package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The structs and list elements inside a canonical tree, for code that changes them. */
final class Children {
  private Children() {}

  /** The elements of a list field that are structs; none when the field is absent. */
  static List<ObjectNode> each(JsonNode parent, String field) {
    JsonNode list = parent.get(field);
    List<ObjectNode> out = new ArrayList<>();
    if (list != null) {
      list.forEach(
          n -> {
            if (n instanceof ObjectNode o) {
              out.add(o);
            }
          });
    }
    return out;
  }

  static Optional<ObjectNode> struct(JsonNode parent, String field) {
    return parent.get(field) instanceof ObjectNode o ? Optional.of(o) : Optional.empty();
  }

  /** The struct at this field, put there empty when it is absent. */
  static ObjectNode ensure(ObjectNode parent, String field) {
    return struct(parent, field).orElseGet(() -> parent.putObject(field));
  }

  static String text(JsonNode parent, String field) {
    JsonNode value = parent.get(field);
    return value != null && value.isTextual() ? value.textValue() : "";
  }

  static long number(JsonNode parent, String field) {
    JsonNode value = parent.get(field);
    return value != null && value.isNumber() ? value.longValue() : 0;
  }

  /** Sets a text that is absent or empty. */
  static void defaultText(ObjectNode to, String field, String text) {
    if (text(to, field).isEmpty()) {
      to.put(field, text);
    }
  }

  /** Sets a number that is absent or zero. */
  static void defaultNumber(ObjectNode to, String field, long number) {
    if (number(to, field) == 0) {
      to.put(field, number);
    }
  }

  /** Containers and init containers, in the order in which pods run through them. */
  static List<ObjectNode> containersAndInit(ObjectNode spec) {
    List<ObjectNode> all = each(spec, "containers");
    all.addAll(each(spec, "initContainers"));
    return all;
  }

  /** Init, regular and ephemeral containers, in the order in which they are visited. */
  static List<ObjectNode> allContainers(JsonNode spec) {
    List<ObjectNode> all = each(spec, "initContainers");
    all.addAll(each(spec, "containers"));
    all.addAll(each(spec, "ephemeralContainers"));
    return all;
  }
}
