package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Structs as the real server shows them in a message: its own unversioned form, every field by its
 * Go name in Go's order, absent ones null or zero. The table is {@code internal-forms.txt}.
 */
public final class InternalForm {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Map<String, List<Shown>> STRUCTS = read();

  private InternalForm() {}

  /**
   * One field.
   *
   * @param name in the message; empty when the fields of the value stand inline
   * @param json in the object
   * @param outer whether the object is the one around
   */
  private record Shown(String name, String json, boolean outer, String type) {}

  /**
   * The text of a value.
   *
   * @param type as in the table, e.g. {@code core.Toleration}
   */
  public static String of(String type, JsonNode value) {
    return InvalidValue.json(tree(type, value));
  }

  /** The value of a type, as a tree. */
  public static JsonNode tree(String type, JsonNode value) {
    return shown(type, value, JSON.objectNode());
  }

  private static JsonNode shown(String type, @Nullable JsonNode value, JsonNode around) {
    if (value == null || value.isNull() || value.isMissingNode()) {
      return absent(type, around);
    }
    if (type.startsWith("*")) {
      return shown(type.substring(1), value, around);
    }
    if (type.startsWith("[]")) {
      return list(type.substring(2), value, around);
    }
    if (type.startsWith("{}")) {
      return map(type.substring(2), value);
    }
    List<Shown> fields = STRUCTS.get(type);
    return fields == null ? value : struct(fields, value, around);
  }

  private static JsonNode absent(String type, JsonNode around) {
    if (type.startsWith("*") || type.startsWith("[]") || type.startsWith("{}")) {
      return JSON.nullNode();
    }
    List<Shown> fields = STRUCTS.get(type);
    if (fields != null) {
      return struct(fields, JSON.objectNode(), around);
    }
    return switch (type) {
      case "s" -> JSON.textNode("");
      case "i" -> JSON.numberNode(0);
      case "b" -> JSON.booleanNode(false);
      case "q" -> JSON.textNode("0");
      case "j" -> JSON.objectNode();
      default -> throw new IllegalArgumentException("no internal form of " + type);
    };
  }

  private static JsonNode list(String type, JsonNode value, JsonNode around) {
    if (!value.isArray()) {
      return value;
    }
    ArrayNode out = JSON.arrayNode(value.size());
    value.forEach(element -> out.add(shown(type, element, around)));
    return out;
  }

  private static ObjectNode map(String type, JsonNode value) {
    ObjectNode out = JSON.objectNode();
    value.properties().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> out.set(entry.getKey(), shown(type, entry.getValue(), value)));
    return out;
  }

  private static ObjectNode struct(List<Shown> fields, JsonNode value, JsonNode around) {
    ObjectNode out = JSON.objectNode();
    for (Shown field : fields) {
      JsonNode from = (field.outer ? around : value).get(field.json);
      if (!field.name.isEmpty()) {
        out.set(field.name, shown(field.type, from, value));
      } else if (from instanceof ObjectNode inline) {
        out.setAll(inline);
      }
    }
    return out;
  }

  private static Map<String, List<Shown>> read() {
    Map<String, List<Shown>> structs = new HashMap<>();
    try (InputStream file =
        Objects.requireNonNull(InternalForm.class.getResourceAsStream("internal-forms.txt"))) {
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              line -> {
                int colon = line.indexOf(": ");
                structs.put(line.substring(0, colon), fields(line.substring(colon + 2)));
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return structs;
  }

  private static List<Shown> fields(String text) {
    List<Shown> fields = new ArrayList<>();
    for (String field : text.split(", ", -1)) {
      int blank = field.indexOf(' ');
      String name = field.substring(0, blank);
      String type = field.substring(blank + 1);
      int equals = name.indexOf('=');
      String json =
          equals < 0
              ? Character.toLowerCase(name.charAt(0)) + name.substring(1)
              : name.substring(equals + 1);
      String shown = equals < 0 ? name : name.substring(0, equals);
      boolean outer = json.startsWith("^");
      fields.add(
          new Shown(shown.equals(".") ? "" : shown, outer ? json.substring(1) : json, outer, type));
    }
    return List.copyOf(fields);
  }
}
