package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.cel.Regex;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Whether a schema is structural: every value has a type, and what values may be is said apart from
 * what there is. Not thread-safe: one instance, one schema.
 */
final class StructuralRules {
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

  private final Errors found = new Errors();

  private enum Level {
    ROOT("at the root"),
    ITEM("for specified array items"),
    FIELD("for specified object fields");

    private final String where;

    Level(String where) {
      this.where = where;
    }
  }

  private StructuralRules() {}

  /** True if it is; faults are told in the order of their texts. */
  static boolean validate(At schema, Errors errors) {
    StructuralRules rules = new StructuralRules();
    rules.node(schema, Level.ROOT);
    Completeness.validate(schema, rules.found);
    rules.found.list().stream()
        .sorted(Comparator.comparing(FieldError::toString))
        .forEach(errors::add);
    return rules.found.isEmpty();
  }

  private void node(At at, Level level) {
    Deadline.check();
    String type = at.text("type");
    if (type.equals("array") && at.get("items").absent()) {
      found.required(at.path().child("items"), "must be specified");
    }
    if (at.get("items").node().isObject()) {
      node(at.get("items"), Level.ITEM);
    }
    properties(at).forEach(e -> node(e.getValue(), Level.FIELD));
    At others = at.get("additionalProperties");
    if (others.present()) {
      if (level == Level.ROOT) {
        found.forbidden(others.path(), "must not be used at the root");
      }
      if (others.node().isObject()) {
        node(others, Level.FIELD);
      }
    }
    extensions(at);
    boolean any = isIntOrString(at.get("anyOf"));
    boolean all =
        at.get("allOf").size() > 0 && isIntOrString(at.get("allOf").each().getFirst().get("anyOf"));
    values(at, any, all);
    types(at, type, level);
    meta(at, level);
    boolean bare =
        at.get(EMBEDDED).truth() && !at.get(PRESERVE).truth() && at.get("properties").size() == 0;
    if (bare) {
      found.required(
          at.path().child("properties"),
          "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields");
    }
  }

  private void extensions(At at) {
    if (at.get(INT_OR_STRING).truth()) {
      for (String other : List.of(PRESERVE, EMBEDDED)) {
        if (at.get(other).truth()) {
          found.invalid(at.get(other), "must be false if x-kubernetes-int-or-string is true");
        }
      }
    }
  }

  private void types(At at, String type, Level level) {
    Path place = at.path().child("type");
    boolean embedded = at.get(EMBEDDED).truth();
    if (embedded && !type.equals("object")) {
      String must = "must be object if x-kubernetes-embedded-resource is true";
      if (type.isEmpty()) {
        found.required(place, must);
      } else {
        found.invalid(at.get("type"), must);
      }
    } else if (type.isEmpty() && !at.get(INT_OR_STRING).truth() && !at.get(PRESERVE).truth()) {
      found.required(place, "must not be empty " + level.where);
    }
    if (embedded && at.get("additionalProperties").present()) {
      found.forbidden(
          at.path().child("additionalProperties"),
          "must not be used if x-kubernetes-embedded-resource is set");
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
      found.invalid(at.get("type"), "must be object at the root");
    }
  }

  private void meta(At at, Level level) {
    boolean checked = level == Level.ROOT || at.get(EMBEDDED).truth();
    for (Map.Entry<String, At> e : properties(at)) {
      String type = e.getValue().text("type");
      Path place = e.getValue().path().child("type");
      switch (e.getKey()) {
        case "kind", "apiVersion" -> {
          if (checked && !type.equals("string")) {
            found.invalidText(place, type, "must be string");
          }
        }
        case "metadata" -> {
          if (checked && !type.equals("object")) {
            found.invalidText(place, type, "must be object");
          }
          if (level == Level.ROOT && !restrictsNamesOnly(e.getValue().node())) {
            found.forbidden(
                e.getValue().path(),
                "must not specify anything other than name and generateName, but metadata is implicitly specified");
          }
        }
        default -> {}
      }
    }
  }

  private static boolean restrictsNamesOnly(JsonNode metadata) {
    for (Map.Entry<String, JsonNode> e : metadata.properties()) {
      boolean known =
          switch (e.getKey()) {
            case "type", "default" -> true;
            case "properties" ->
                e.getValue()
                    .propertyStream()
                    .allMatch(p -> List.of("name", "generateName").contains(p.getKey()));
            default -> false;
          };
      if (!known) {
        return false;
      }
    }
    return true;
  }

  /** What values may be: schemas in here say nothing of what there is. */
  private void values(At at, boolean skipAnyOf, boolean skipFirstOfAll) {
    if (!skipAnyOf) {
      at.get("anyOf").each().forEach(one -> nested(one, false));
    }
    List<At> all = at.get("allOf").each();
    for (int i = 0; i < all.size(); i++) {
      nested(all.get(i), skipFirstOfAll && i == 0);
    }
    at.get("oneOf").each().forEach(one -> nested(one, false));
    if (at.get("not").present()) {
      nested(at.get("not"), false);
    }
    At pattern = at.get("pattern");
    if (!pattern.text().isEmpty()) {
      try {
        Regex.finder(pattern.text());
      } catch (IllegalArgumentException e) {
        found.invalid(pattern, "must be a valid regular expression, but isn't: " + e.getMessage());
      }
    }
  }

  private void nested(At at, boolean skipAnyOf) {
    Deadline.check();
    values(at, skipAnyOf, false);
    if (at.get("items").node().isObject()) {
      nested(at.get("items"), false);
    }
    properties(at).forEach(e -> nested(e.getValue(), false));
    forbid(at, "type", "must be empty to be structural");
    if (at.get("additionalProperties").node().isObject()
        || at.get("additionalProperties").truth()) {
      forbid(at, "additionalProperties", "must be undefined to be structural");
    }
    forbid(at, "default", "must be undefined to be structural");
    forbid(at, "title", "must be empty to be structural");
    forbid(at, "description", "must be empty to be structural");
    forbid(at, "nullable", "must be false to be structural");
    forbid(at, PRESERVE, "must be false to be structural");
    forbid(at, EMBEDDED, "must be false to be structural");
    forbid(at, INT_OR_STRING, "must be false to be structural");
    forbid(at, "x-kubernetes-list-map-keys", "must be empty to be structural");
    forbid(at, "x-kubernetes-list-type", "must be undefined to be structural");
    forbid(at, "x-kubernetes-map-type", "must be undefined to be structural");
    forbid(at, "x-kubernetes-validations", "must be empty to be structural");
    if (at.get("properties").has("metadata")) {
      found.forbidden(
          at.path().child("properties").key("metadata"),
          "must not be specified in a nested context");
    }
  }

  private void forbid(At at, String field, String why) {
    At value = at.get(field);
    boolean zero = value.node().isBoolean() && !value.truth();
    if (value.present() && !zero && !(value.empty() && !field.equals("default"))) {
      found.forbidden(value.path(), why);
    }
  }

  private static List<Map.Entry<String, At>> properties(At at) {
    return at.get("properties").entries();
  }

  /** Either a number or a text, said in the one way that is allowed. */
  private static boolean isIntOrString(At anyOf) {
    List<At> both = anyOf.each();
    return both.size() == 2
        && isOnlyType(both.get(0).node(), "integer")
        && isOnlyType(both.get(1).node(), "string");
  }

  private static boolean isOnlyType(JsonNode schema, String type) {
    return schema.size() == 1 && schema.path("type").asText().equals(type);
  }
}
