package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.kinds.structural.Formats;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import java.util.ArrayList;
import java.util.List;

/** What the writer of a definition should know although its schemas are accepted. */
final class SchemaWarnings {
  private SchemaWarnings() {}

  static List<String> of(CustomResourceDefinition definition) {
    List<String> formats = new ArrayList<>();
    for (CustomResourceDefinitionVersion version : definition.spec().versions()) {
      walk(version.schema().openAPIV3Schema().tree(), formats);
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
