package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for the schema of a custom resource. Not thread-safe: one instance, one schema. */
final class SchemaRules {
  private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final List<String> AT_ROOT =
      List.of(
          "Description",
          "Type",
          "Format",
          "Title",
          "Maximum",
          "ExclusiveMaximum",
          "Minimum",
          "ExclusiveMinimum",
          "MaxLength",
          "MinLength",
          "Pattern",
          "MaxItems",
          "MinItems",
          "UniqueItems",
          "MultipleOf",
          "Required",
          "Items",
          "Properties",
          "ExternalDocs",
          "Example",
          "XPreserveUnknownFields",
          "XValidations");

  /** Levels of JSON: a field takes two of them. */
  private static final int DEEPEST = 500;

  private final At root;
  private final boolean hasStatus;
  private final boolean unchanged;
  private final Errors errors;

  SchemaRules(At root, boolean hasStatus, boolean unchanged, Errors errors) {
    this.root = root;
    this.hasStatus = hasStatus;
    this.unchanged = unchanged;
    this.errors = errors;
  }

  void validate() {
    if (depth(root.node()) > DEEPEST) {
      errors.forbidden(root.path(), "must not be nested more than " + DEEPEST + " levels deep");
      return;
    }
    Errors found = new Errors();
    if (hasStatus) {
      atRoot(found);
    }
    if (root.get("nullable").truth()) {
      found.forbidden(root.path().child("nullable"), "nullable cannot be true at the root");
    }
    boolean supported = !UnsupportedWords.in(root.node());
    boolean structural = supported && StructuralRules.validate(root, found);
    if (structural) {
      structural = DefaultRules.validate(root, found);
    }
    Errors ofSchema = new Errors();
    RuleChecks rules = new RuleChecks(root, structural, unchanged);
    schema(root, true, SchemaContext.START, rules, ofSchema);
    found.addAll(ofSchema);
    rules.tell(found);
    if (found.isEmpty() && !supported) {
      found.invalidText(root.path(), "", UnsupportedWords.fault(root.node()));
    }
    if (found.isEmpty()) {
      compiles(found);
    }
    errors.addAll(found);
  }

  /** How many values stand in each other; found without going down that deep. */
  private static int depth(JsonNode schema) {
    List<JsonNode> level = List.of(schema);
    int depth = 0;
    while (!level.isEmpty() && depth <= DEEPEST) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : level) {
        Deadline.check();
        node.forEach(
            part -> {
              if (part.isContainerNode()) {
                next.add(part);
              }
            });
      }
      level = next;
      depth++;
    }
    return depth;
  }

  /** What it is for: a schema by which objects can be checked. */
  private void compiles(Errors found) {
    try {
      new ResourceSchema("check", root.node(), false);
    } catch (IllegalArgumentException e) {
      found.invalidText(root.path(), "", "error building validator: " + e.getMessage());
    }
  }

  /** A status has a schema of its own, so what is said at the root must be about fields. */
  private void atRoot(Errors found) {
    for (Map.Entry<String, JsonNode> e : root.node().properties()) {
      String name = goName(e.getKey());
      if (name.equals("Type")) {
        if (!e.getValue().asText().equals("object")) {
          found.invalid(
              root.get("type"),
              "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled");
          return;
        }
      } else if (!AT_ROOT.contains(name)) {
        found.invalid(
            root.path(),
            InternalForm.of("apiextensions.JSONSchemaProps", root.node()),
            "only ["
                + String.join(" ", AT_ROOT)
                + "] fields are allowed at the root of the schema if the status subresource is enabled");
        return;
      }
    }
  }

  private static String goName(String json) {
    return switch (json) {
      case "x-kubernetes-preserve-unknown-fields" -> "XPreserveUnknownFields";
      case "x-kubernetes-validations" -> "XValidations";
      default -> Character.toUpperCase(json.charAt(0)) + json.substring(1);
    };
  }

  private void schema(At at, boolean isRoot, SchemaContext in, RuleChecks rules, Errors found) {
    Deadline.check();
    Errors own = new Errors();
    basics(at, in, own);
    if (at.get("uniqueItems").truth()) {
      own.forbidden(
          at.path().child("uniqueItems"),
          "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
    }
    At others = at.get("additionalProperties");
    if (others.present()) {
      boolean closed = others.node().isObject() || !others.truth();
      if (at.get("properties").size() > 0 && closed) {
        own.forbidden(others.path(), "additionalProperties and properties are mutual exclusive");
      }
      if (others.node().isObject()) {
        SchemaContext below =
            in.meta() ? in.without("inside additionalProperties applying to object metadata") : in;
        schema(others, false, below, rules.ofOthers(at), own);
      }
    }
    for (Map.Entry<String, At> e : at.get("properties").entries()) {
      schema(e.getValue(), false, below(at, e.getKey(), isRoot, in), rules.of(at, e.getKey()), own);
    }
    junctions(at, in.values(), rules, own);
    At items = at.get("items");
    boolean keyed = at.text("x-kubernetes-list-type").equals("map");
    SchemaContext element = keyed ? in : in.uncorrelated(at.path());
    if (items.node().isObject()) {
      schema(items, false, element, rules.ofItems(at), own);
    }
    items.each().forEach(one -> schema(one, false, element.values(), rules, own));
    ListRules.validate(at, own);
    rules.rules(at, in, own);
    found.addAll(own);
  }

  private static SchemaContext below(At at, String property, boolean isRoot, SchemaContext in) {
    boolean resource = isRoot || at.get("x-kubernetes-embedded-resource").truth();
    String map = at.text("x-kubernetes-map-type");
    SchemaContext out =
        map.isEmpty() || map.equals("granular") || map.equals("atomic")
            ? in
            : in.uncorrelated(at.path());
    if (!resource || !META.contains(property)) {
      return out;
    }
    return isRoot ? out.inMeta().without("in top-level " + property) : out.inMeta();
  }

  private void junctions(At at, SchemaContext in, RuleChecks rules, Errors own) {
    if (at.get("not").present()) {
      schema(at.get("not"), false, in, rules, own);
    }
    for (String several : List.of("allOf", "oneOf", "anyOf")) {
      at.get(several).each().forEach(one -> schema(one, false, in, rules, own));
    }
    at.get("definitions").entries().forEach(e -> schema(e.getValue(), false, in, rules, own));
    for (Map.Entry<String, At> e : at.get("dependencies").entries()) {
      if (e.getValue().node().isObject()) {
        schema(e.getValue(), false, in, rules, own);
      }
    }
  }

  private static void basics(At at, SchemaContext in, Errors own) {
    At type = at.get("type");
    if (!type.text().isEmpty() && !TYPES.contains(type.text())) {
      own.unsupported(type, TYPES);
    }
    if (at.has("default") && !in.noDefaults().isEmpty()) {
      own.forbidden(at.path().child("default"), "must not be set " + in.noDefaults());
    }
    for (String name :
        List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies")) {
      if (at.has(name)) {
        own.forbidden(at.path().child(name), name + " is not supported");
      }
    }
    if (at.has("$ref")) {
      own.forbidden(at.path().child("$ref"), "$ref is not supported");
    }
    if (type.text().equals("null")) {
      own.forbidden(type.path(), "type cannot be set to null, use nullable as an alternative");
    }
    if (at.get("items").node().isArray() && at.get("items").size() > 0) {
      own.forbidden(at.path().child("items"), "items must be a schema object and not an array");
    }
    if (in.meta() && at.get("x-kubernetes-embedded-resource").truth()) {
      own.forbidden(
          at.path().child("x-kubernetes-embedded-resource"),
          "must not be used inside of resource meta");
    }
    At preserve = at.get("x-kubernetes-preserve-unknown-fields");
    if (preserve.present() && !preserve.truth()) {
      own.invalid(preserve.path(), InvalidValue.of(preserve.node()), "must be true or undefined");
    }
  }
}
