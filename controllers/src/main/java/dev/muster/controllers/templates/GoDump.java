package dev.muster.controllers.templates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import java.util.TreeMap;

/** A value as Kubernetes prints it for a hash: every field of every struct, with its type. */
final class GoDump {
  private static final String NIL = "<nil>";

  private final TemplateTypes types;
  private final StringBuilder text = new StringBuilder();

  private GoDump(TemplateTypes types) {
    this.types = types;
  }

  static String of(TemplateTypes types, PodTemplateSpec value, String type) {
    GoDump dump = new GoDump(types);
    dump.typed(value.tree(), type);
    return dump.text.toString();
  }

  private void typed(JsonNode value, String type) {
    text.append('(').append(type).append(')');
    if (!type.startsWith("*")) {
      untyped(value, type);
    } else if (absent(value)) {
      text.append(NIL);
    } else {
      untyped(value, type.substring(1));
    }
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private void untyped(JsonNode value, String type) {
    List<TemplateTypes.GoField> fields = types.fields(type);
    String under = types.underlying(type);
    if (fields != null) {
      struct(value, fields);
    } else if (under.startsWith("[]")) {
      list(value, under.substring(2));
    } else if (under.startsWith("map[")) {
      map(value, under.substring(under.indexOf(']') + 1));
    } else {
      scalar(value, under);
    }
  }

  private void struct(JsonNode value, List<TemplateTypes.GoField> fields) {
    String separator = "{";
    for (TemplateTypes.GoField field : fields) {
      text.append(separator).append(field.name()).append(':');
      typed(field.json().isEmpty() ? value : value.path(field.json()), field.type());
      separator = " ";
    }
    text.append('}');
  }

  /** An empty list is stored as none. */
  private void list(JsonNode value, String element) {
    if (value.isEmpty()) {
      text.append(NIL);
      return;
    }
    String separator = "[";
    for (JsonNode one : value) {
      text.append(separator);
      untyped(one, element);
      separator = " ";
    }
    text.append(']');
  }

  private void map(JsonNode value, String element) {
    if (value.isEmpty()) {
      text.append(NIL);
      return;
    }
    TreeMap<String, JsonNode> sorted = new TreeMap<>();
    value.forEachEntry(sorted::put);
    String separator = "map[";
    for (var entry : sorted.entrySet()) {
      text.append(separator).append(entry.getKey()).append(':');
      untyped(entry.getValue(), element);
      separator = " ";
    }
    text.append(']');
  }

  private void scalar(JsonNode value, String type) {
    switch (type) {
      case "string" -> text.append(value.asText());
      case "bool" -> text.append(value.asBoolean());
      case "int32", "int64" -> text.append(value.asLong());
      case "resource.Quantity" -> text.append(GoQuantity.dump(value.asText()));
      case "intstr.IntOrString" -> intOrString(value);
      case "v1.Time" ->
          // a template has no times of its own
          text.append("{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}");
      default -> throw new IllegalStateException("no Go type \"" + type + "\" in the table");
    }
  }

  private void intOrString(JsonNode value) {
    JsonNode number = value.isNumber() ? value : MissingNode.getInstance();
    text.append("{Type:(intstr.Type)").append(value.isTextual() ? 1 : 0);
    text.append(" IntVal:(int32)").append(number.asInt());
    text.append(" StrVal:(string)").append(value.isTextual() ? value.asText() : "").append('}');
  }
}
