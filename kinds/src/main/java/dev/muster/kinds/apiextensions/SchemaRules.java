package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ViewList;
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

  private final JSONSchemaProps root;
  private final boolean hasStatus;
  private final boolean unchanged;
  private final Errors errors;

  SchemaRules(JSONSchemaProps root, boolean hasStatus, boolean unchanged, Errors errors) {
    this.root = root;
    this.hasStatus = hasStatus;
    this.unchanged = unchanged;
    this.errors = errors;
  }

  void validate() {
    if (depth(root.tree()) > DEEPEST) {
      errors.forbidden(
          root.at().path(), "must not be nested more than " + DEEPEST + " levels deep");
      return;
    }
    Errors found = new Errors();
    if (hasStatus) {
      atRoot(found);
    }
    if (root.nullable().truth()) {
      found.forbidden(root.nullable().path(), "nullable cannot be true at the root");
    }
    boolean supported = !UnsupportedWords.in(root.tree());
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
      found.invalidText(root.at().path(), "", UnsupportedWords.fault(root.tree()));
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
      new ResourceSchema("check", root.tree(), false);
    } catch (IllegalArgumentException e) {
      found.invalidText(root.at().path(), "", "error building validator: " + e.getMessage());
    }
  }

  /** A status has a schema of its own, so what is said at the root must be about fields. */
  private void atRoot(Errors found) {
    for (Map.Entry<String, JsonNode> e : root.tree().properties()) {
      String name = goName(e.getKey());
      if (name.equals("Type")) {
        if (!e.getValue().asText().equals("object")) {
          found.invalid(
              root.type(),
              "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled");
          return;
        }
      } else if (!AT_ROOT.contains(name)) {
        found.invalid(
            root.at().path(),
            InternalForm.of("apiextensions.JSONSchemaProps", root.tree()),
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

  private void schema(
      JSONSchemaProps at, boolean isRoot, SchemaContext in, RuleChecks rules, Errors found) {
    Deadline.check();
    Errors own = new Errors();
    basics(at, in, own);
    if (at.uniqueItems().truth()) {
      own.forbidden(
          at.uniqueItems().path(),
          "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
    }
    At others = at.additionalProperties();
    if (others.present()) {
      boolean closed = others.node().isObject() || !others.truth();
      if (at.properties().size() > 0 && closed) {
        own.forbidden(others.path(), "additionalProperties and properties are mutual exclusive");
      }
      if (others.node().isObject()) {
        SchemaContext below =
            in.meta() ? in.without("inside additionalProperties applying to object metadata") : in;
        schema(new JSONSchemaProps(others), false, below, rules.ofOthers(at), own);
      }
    }
    for (Map.Entry<String, At> e : at.properties().entries()) {
      JSONSchemaProps property = new JSONSchemaProps(e.getValue());
      schema(property, false, below(at, e.getKey(), isRoot, in), rules.of(property), own);
    }
    junctions(at, in.values(), rules, own);
    At items = at.items();
    boolean keyed = at.xKubernetesListType().text().equals("map");
    SchemaContext element = keyed ? in : in.uncorrelated(at.at().path());
    if (items.node().isObject()) {
      schema(new JSONSchemaProps(items), false, element, rules.ofItems(at), own);
    }
    ViewList.of(items, JSONSchemaProps::new)
        .forEach(one -> schema(one, false, element.values(), rules, own));
    ListRules.validate(at, own);
    rules.rules(at, in, own);
    found.addAll(own);
  }

  private static SchemaContext below(
      JSONSchemaProps at, String property, boolean isRoot, SchemaContext in) {
    boolean resource = isRoot || at.xKubernetesEmbeddedResource().truth();
    String map = at.xKubernetesMapType().text();
    SchemaContext out =
        map.isEmpty() || map.equals("granular") || map.equals("atomic")
            ? in
            : in.uncorrelated(at.at().path());
    if (!resource || !META.contains(property)) {
      return out;
    }
    return isRoot ? out.inMeta().without("in top-level " + property) : out.inMeta();
  }

  private void junctions(JSONSchemaProps at, SchemaContext in, RuleChecks rules, Errors own) {
    if (at.not().present()) {
      schema(at.not(), false, in, rules, own);
    }
    for (ViewList<JSONSchemaProps> several : List.of(at.allOf(), at.oneOf(), at.anyOf())) {
      several.forEach(one -> schema(one, false, in, rules, own));
    }
    for (Map.Entry<String, At> e : at.definitions().entries()) {
      schema(new JSONSchemaProps(e.getValue()), false, in, rules, own);
    }
    for (Map.Entry<String, At> e : at.dependencies().entries()) {
      if (e.getValue().node().isObject()) {
        schema(new JSONSchemaProps(e.getValue()), false, in, rules, own);
      }
    }
  }

  private static void basics(JSONSchemaProps at, SchemaContext in, Errors own) {
    At type = at.type();
    if (!type.text().isEmpty() && !TYPES.contains(type.text())) {
      own.unsupported(type, TYPES);
    }
    if (at.default_().present() && !in.noDefaults().isEmpty()) {
      own.forbidden(at.default_().path(), "must not be set " + in.noDefaults());
    }
    for (String name :
        List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies")) {
      if (at.at().has(name)) {
        own.forbidden(at.at().path().child(name), name + " is not supported");
      }
    }
    if (at.$ref().present()) {
      own.forbidden(at.$ref().path(), "$ref is not supported");
    }
    if (type.text().equals("null")) {
      own.forbidden(type.path(), "type cannot be set to null, use nullable as an alternative");
    }
    if (at.items().node().isArray() && at.items().size() > 0) {
      own.forbidden(at.items().path(), "items must be a schema object and not an array");
    }
    if (in.meta() && at.xKubernetesEmbeddedResource().truth()) {
      own.forbidden(
          at.xKubernetesEmbeddedResource().path(), "must not be used inside of resource meta");
    }
    At preserve = at.xKubernetesPreserveUnknownFields();
    if (preserve.present() && !preserve.truth()) {
      own.invalid(preserve.path(), InvalidValue.of(preserve.node()), "must be true or undefined");
    }
  }
}
