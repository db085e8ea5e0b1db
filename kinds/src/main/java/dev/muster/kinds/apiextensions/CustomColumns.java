package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.muster.kinds.table.Column;
import dev.muster.kinds.table.Printer;
import dev.muster.kinds.table.Shown;
import dev.muster.model.field.InvalidValue;
import dev.muster.views.ApiextensionsV1.CustomResourceColumnDefinition;
import dev.muster.views.ViewList;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The columns that a definition asks for. */
final class CustomColumns {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private CustomColumns() {}

  static Printer of(ViewList<CustomResourceColumnDefinition> columns) {
    List<Column> out = new ArrayList<>();
    out.add(Column.objectName());
    if (columns.isEmpty()) {
      out.add(
          column(
              "Age",
              "date",
              "",
              "How long ago the object was created.",
              0,
              ".metadata.creationTimestamp"));
    }
    for (CustomResourceColumnDefinition column : columns) {
      String path = column.jsonPath().text();
      out.add(
          column(
              column.name().text(),
              column.type().text(),
              column.format().text(),
              column
                  .description()
                  .textOr("Custom resource definition column (in JSONPath format): " + path),
              (int) column.priority().number(),
              path));
    }
    return Printer.of(out);
  }

  private static Column column(
      String name, String type, String format, String description, int priority, String path) {
    JsonPath found = JsonPath.parse(path);
    return new Column(
        name,
        type,
        format,
        description,
        priority,
        shown -> cell(type, found.first(shown.object()), shown));
  }

  private static JsonNode cell(String type, JsonNode value, Shown shown) {
    if (value.isMissingNode() || value.isNull()) {
      return type.equals("string") && value.isNull() ? JSON.textNode("<no value>") : none();
    }
    return switch (type) {
      case "integer" -> value.isNumber() ? JSON.numberNode(value.longValue()) : none();
      case "number" -> value.isNumber() ? value : none();
      case "boolean" -> value.isBoolean() ? value : none();
      case "date" -> value.isTextual() ? JSON.textNode(age(value.textValue(), shown)) : none();
      default -> JSON.textNode(value.isContainerNode() ? InvalidValue.json(value) : value.asText());
    };
  }

  private static String age(String time, Shown shown) {
    try {
      Instant.parse(time);
      return shown.ago(time);
    } catch (DateTimeException e) {
      return "<invalid>";
    }
  }

  private static JsonNode none() {
    return NullNode.getInstance();
  }
}
