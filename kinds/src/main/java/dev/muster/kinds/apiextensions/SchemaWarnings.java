package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.kinds.structural.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What the writer of a definition should know although its schemas are accepted. */
final class SchemaWarnings {
  private SchemaWarnings() {}

  static List<String> of(JsonNode definition) {
    List<String> formats = new ArrayList<>();
    TreeSet<String> sets = new TreeSet<>();
    for (JsonNode version : definition.path("spec").path("versions")) {
      walk(version.path("schema").path("openAPIV3Schema"), formats, sets);
    }
    List<String> out = new ArrayList<>(formats.stream().distinct().toList());
    out.addAll(sets);
    return out;
  }

  private static void walk(JsonNode schema, List<String> formats, TreeSet<String> sets) {
    Deadline.check();
    String format = schema.path("format").asText();
    if (!format.isEmpty() && !Formats.isRecognized(format)) {
      formats.add("unrecognized format " + GoText.quote(format));
    }
    String element = schema.path("items").path("type").asText();
    boolean set = schema.path("x-kubernetes-list-type").asText().equals("set");
    if (set && (element.equals("object") || element.equals("array"))) {
      sets.add(
          "x-kubernetes-list-type: set for items of type "
              + GoText.quote(element)
              + " is not supported by server-side apply or CEL validation rules");
    }
    schema.path("properties").forEach(below -> walk(below, formats, sets));
    for (String one : List.of("items", "additionalProperties", "not")) {
      if (schema.path(one).isObject()) {
        walk(schema.get(one), formats, sets);
      }
    }
    for (String several : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(several).forEach(below -> walk(below, formats, sets));
    }
  }
}
