package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Words that a schema may not have, at any depth. */
final class UnsupportedWords {
  private static final Map<String, String> WORDS =
      Map.of(
          "id", "id",
          "$schema", "schema",
          "$ref", "$ref",
          "patternProperties", "patternProperties",
          "dependencies", "dependencies",
          "additionalItems", "additionalItems",
          "definitions", "definitions");

  private UnsupportedWords() {}

  static boolean in(JsonNode schema) {
    return !fault(schema).isEmpty();
  }

  /** The first fault, or empty. */
  static String fault(JsonNode schema) {
    Deadline.check();
    for (Map.Entry<String, String> e : new TreeMap<>(WORDS).entrySet()) {
      if (schema.hasNonNull(e.getKey())) {
        return "OpenAPIV3Schema '" + e.getValue() + "' is not supported";
      }
    }
    JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
    if (preserve.isBoolean() && !preserve.asBoolean()) {
      return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
    }
    if (schema.path("items").isArray()) {
      return "OpenAPIV3Schema 'items' must be a schema, but is an array";
    }
    List<JsonNode> below = new ArrayList<>();
    schema.path("properties").forEach(below::add);
    for (String one : List.of("items", "additionalProperties", "not")) {
      if (schema.path(one).isObject()) {
        below.add(schema.get(one));
      }
    }
    for (String several : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(several).forEach(below::add);
    }
    return below.stream()
        .map(UnsupportedWords::fault)
        .filter(fault -> !fault.isEmpty())
        .findFirst()
        .orElse("");
  }
}
