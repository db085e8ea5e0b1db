package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.kinds.structural.Formats;
import java.util.ArrayList;
import java.util.List;

/** What the writer of a definition should know although its schemas are accepted. */
final class SchemaWarnings {
  private SchemaWarnings() {}

  static List<String> of(JsonNode definition) {
    List<String> formats = new ArrayList<>();
    for (JsonNode version : definition.path("spec").path("versions")) {
      walk(version.path("schema").path("openAPIV3Schema"), formats);
    }
    return formats.stream().distinct().toList();
  }

  private static void walk(JsonNode schema, List<String> formats) {
    Deadline.check();
    String format = schema.path("format").asText();
    if (!format.isEmpty() && !Formats.isRecognized(schema.path("type").asText(), format)) {
      formats.add("unrecognized format " + GoText.quote(format));
    }
    schema.path("properties").forEach(below -> walk(below, formats));
    for (String one : List.of("items", "additionalProperties", "not")) {
      if (schema.path(one).isObject()) {
        walk(schema.get(one), formats);
      }
    }
    for (String several : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(several).forEach(below -> walk(below, formats));
    }
  }
}
