package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.cel.Regex;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.Path;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ViewList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Whether a schema is structural: every value has a type, and what values may be is said apart from
 * what there is. Not thread-safe: one instance, one schema.
 */
final class StructuralRules {
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
  static boolean validate(JSONSchemaProps schema, Errors errors) {
    StructuralRules rules = new StructuralRules();
    rules.node(schema, Level.ROOT);
    Completeness.validate(schema, rules.found);
    rules.found.list().stream()
        .sorted(Comparator.comparing(FieldError::toString))
        .forEach(errors::add);
    return rules.found.isEmpty();
  }

  private void node(JSONSchemaProps at, Level level) {
    Deadline.check();
    String type = at.type().text();
    At items = at.items();
    if (type.equals("array") && items.absent()) {
      found.required(items.path(), "must be specified");
    }
    if (items.node().isObject()) {
      node(new JSONSchemaProps(items), Level.ITEM);
    }
    at.properties().entries().forEach(e -> node(new JSONSchemaProps(e.getValue()), Level.FIELD));
    At others = at.additionalProperties();
    if (others.present()) {
      if (level == Level.ROOT) {
        found.forbidden(others.path(), "must not be used at the root");
      }
      if (others.node().isObject()) {
        node(new JSONSchemaProps(others), Level.FIELD);
      }
    }
    extensions(at);
    boolean any = isIntOrString(at.anyOf());
    boolean all = !at.allOf().isEmpty() && isIntOrString(at.allOf().getFirst().anyOf());
    values(at, any, all);
    types(at, type, level);
    meta(at, level);
    boolean bare =
        at.xKubernetesEmbeddedResource().truth()
            && !at.xKubernetesPreserveUnknownFields().truth()
            && at.properties().size() == 0;
    if (bare) {
      found.required(
          at.properties().path(),
          "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields");
    }
  }

  private void extensions(JSONSchemaProps at) {
    if (at.xKubernetesIntOrString().truth()) {
      for (At other :
          List.of(at.xKubernetesPreserveUnknownFields(), at.xKubernetesEmbeddedResource())) {
        if (other.truth()) {
          found.invalid(other, "must be false if x-kubernetes-int-or-string is true");
        }
      }
    }
  }

  private void types(JSONSchemaProps at, String type, Level level) {
    boolean embedded = at.xKubernetesEmbeddedResource().truth();
    boolean untyped =
        at.xKubernetesIntOrString().truth() || at.xKubernetesPreserveUnknownFields().truth();
    if (embedded && !type.equals("object")) {
      String must = "must be object if x-kubernetes-embedded-resource is true";
      if (type.isEmpty()) {
        found.required(at.type().path(), must);
      } else {
        found.invalid(at.type(), must);
      }
    } else if (type.isEmpty() && !untyped) {
      found.required(at.type().path(), "must not be empty " + level.where);
    }
    if (embedded && at.additionalProperties().present()) {
      found.forbidden(
          at.additionalProperties().path(),
          "must not be used if x-kubernetes-embedded-resource is set");
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
      found.invalid(at.type(), "must be object at the root");
    }
  }

  private void meta(JSONSchemaProps at, Level level) {
    boolean checked = level == Level.ROOT || at.xKubernetesEmbeddedResource().truth();
    for (Map.Entry<String, At> e : at.properties().entries()) {
      At ofProperty = new JSONSchemaProps(e.getValue()).type();
      String type = ofProperty.text();
      Path place = ofProperty.path();
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
  private void values(JSONSchemaProps at, boolean skipAnyOf, boolean skipFirstOfAll) {
    if (!skipAnyOf) {
      at.anyOf().forEach(one -> nested(one, false));
    }
    List<JSONSchemaProps> all = at.allOf();
    for (int i = 0; i < all.size(); i++) {
      nested(all.get(i), skipFirstOfAll && i == 0);
    }
    at.oneOf().forEach(one -> nested(one, false));
    if (at.not().present()) {
      nested(at.not(), false);
    }
    At pattern = at.pattern();
    if (!pattern.text().isEmpty()) {
      try {
        Regex.finder(pattern.text());
      } catch (IllegalArgumentException e) {
        found.invalid(pattern, "must be a valid regular expression, but isn't: " + e.getMessage());
      }
    }
  }

  private void nested(JSONSchemaProps at, boolean skipAnyOf) {
    Deadline.check();
    values(at, skipAnyOf, false);
    if (at.items().node().isObject()) {
      nested(new JSONSchemaProps(at.items()), false);
    }
    at.properties().entries().forEach(e -> nested(new JSONSchemaProps(e.getValue()), false));
    forbid(at.type(), "must be empty to be structural");
    At others = at.additionalProperties();
    if (others.node().isObject() || others.truth()) {
      forbid(others, "must be undefined to be structural");
    }
    if (at.default_().present() && !isFalse(at.default_())) {
      found.forbidden(at.default_().path(), "must be undefined to be structural");
    }
    forbid(at.title(), "must be empty to be structural");
    forbid(at.description(), "must be empty to be structural");
    forbid(at.nullable(), "must be false to be structural");
    forbid(at.xKubernetesPreserveUnknownFields(), "must be false to be structural");
    forbid(at.xKubernetesEmbeddedResource(), "must be false to be structural");
    forbid(at.xKubernetesIntOrString(), "must be false to be structural");
    forbid(at.xKubernetesListMapKeys(), "must be empty to be structural");
    forbid(at.xKubernetesListType(), "must be undefined to be structural");
    forbid(at.xKubernetesMapType(), "must be undefined to be structural");
    forbid(at.xKubernetesValidations().at(), "must be empty to be structural");
    At properties = at.properties();
    if (properties.has("metadata")) {
      found.forbidden(
          properties.path().key("metadata"), "must not be specified in a nested context");
    }
  }

  private void forbid(At value, String why) {
    if (!value.empty() && !isFalse(value)) {
      found.forbidden(value.path(), why);
    }
  }

  private static boolean isFalse(At value) {
    return value.node().isBoolean() && !value.truth();
  }

  /** Either a number or a text, said in the one way that is allowed. */
  private static boolean isIntOrString(ViewList<JSONSchemaProps> both) {
    return both.size() == 2
        && isOnlyType(both.get(0), "integer")
        && isOnlyType(both.get(1), "string");
  }

  private static boolean isOnlyType(JSONSchemaProps schema, String type) {
    return schema.tree().size() == 1 && schema.type().text().equals(type);
  }
}
