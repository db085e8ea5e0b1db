package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules for definitions. */
final class DefinitionRules {
  private final Promoted definition;
  private final @Nullable ObjectNode old;
  private final Errors errors;

  private DefinitionRules(Promoted definition, @Nullable ObjectNode old, Errors errors) {
    this.definition = definition;
    this.old = old;
    this.errors = errors;
  }

  /**
   * @param old what it was; null for a new one
   */
  static void validate(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    DefinitionRules rules = new DefinitionRules(Promoted.of(object), old, errors);
    if (old == null) {
      rules.name(object);
    }
    rules.spec();
    At status = At.root(object).get("status");
    NameRules.validate(status.get("acceptedNames"), errors);
    rules.storedVersions(status.get("storedVersions"));
    ApiApproval.validate(object, old, errors);
    boolean preserved = old != null && old.path("spec").path("preserveUnknownFields").asBoolean();
    At preserve = rules.definition.spec().get("preserveUnknownFields");
    if (!preserved && preserve.truth()) {
      errors.invalid(
          preserve,
          "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
              + " spec.versions[*].schema instead");
    }
  }

  private void name(ObjectNode object) {
    At metadata = At.root(object).get("metadata");
    At spec = definition.spec();
    String wanted = spec.get("names").text("plural") + "." + spec.text("group");
    for (String field : List.of("generateName", "name")) {
      String name = metadata.text(field);
      if (!name.isEmpty() && !name.equals(wanted)) {
        errors.invalidText(
            metadata.path().child(field), name, "must be spec.names.plural+\".\"+spec.group");
      }
    }
  }

  private void spec() {
    At spec = definition.spec();
    group(spec.get("group"));
    At scope = spec.get("scope");
    if (scope.text().isEmpty()) {
      errors.required(scope.path(), "");
    } else if (!List.of("Cluster", "Namespaced").contains(scope.text())) {
      errors.unsupported(scope, List.of("Cluster", "Namespaced"));
    }
    boolean common = definition.common("schema").get("openAPIV3Schema").present();
    for (At version : spec.get("versions").each()) {
      At schema = version.get("schema", "openAPIV3Schema");
      if (!common && schema.absent()) {
        errors.required(schema.path(), "");
      }
    }
    versions(spec.get("versions"));
    NameRules.validateRequired(spec.get("names"), errors);
    NameRules.validate(spec.get("names"), errors);
    VersionRules rules = new VersionRules(definition, old, errors);
    rules.schema(definition.common("schema"), "");
    rules.subresources(definition.common("subresources"));
    rules.columns(definition.common("additionalPrinterColumns"));
    rules.selectable(
        definition.common("selectableFields"),
        definition.common("schema").get("openAPIV3Schema"),
        "");
    ConversionRules.validate(spec.get("conversion"), old, errors);
    if (old != null) {
      immutable(spec, At.root(old).get("spec"), old);
    }
  }

  private void immutable(At spec, At before, ObjectNode was) {
    if (DefinitionConditions.isTrue(was, "Established")) {
      ObjectMetas.validateImmutable(spec.get("scope"), before.get("scope"), errors);
      ObjectMetas.validateImmutable(spec.get("names", "kind"), before.get("names", "kind"), errors);
    }
    ObjectMetas.validateImmutable(spec.get("group"), before.get("group"), errors);
    ObjectMetas.validateImmutable(
        spec.get("names", "plural"), before.get("names", "plural"), errors);
  }

  private void group(At group) {
    List<String> faults = Names.subdomain(group.text(), false);
    if (group.text().isEmpty()) {
      errors.required(group.path(), "");
    } else if (!faults.isEmpty()) {
      errors.invalid(group, String.join(",", faults));
    } else if (group.text().indexOf('.') < 0) {
      errors.invalid(group, "should be a domain with at least one dot");
    }
  }

  private void versions(At versions) {
    Set<String> seen = new HashSet<>();
    int storage = 0;
    boolean unique = true;
    VersionRules rules = new VersionRules(definition, old, errors);
    for (At version : versions.each()) {
      storage += version.get("storage").truth() ? 1 : 0;
      unique &= seen.add(version.text("name"));
      List<String> faults = Names.label1035(version.text("name"), false);
      if (!faults.isEmpty()) {
        errors.invalidText(
            version.path().child("name"), version.text("name"), String.join(",", faults));
      }
      rules.version(version);
    }
    if (!unique) {
      errors.invalid(versions.path(), shown(versions), "must contain unique version names");
    }
    if (storage != 1) {
      errors.invalid(
          versions.path(),
          shown(versions),
          "must have exactly one version marked as storage version");
    }
    String first = definition.version().asText();
    List<String> faults = first.isEmpty() ? List.of() : Names.label1035(first, false);
    if (!faults.isEmpty()) {
      errors.invalidText(Path.of("spec", "version"), first, String.join(",", faults));
    }
  }

  private static String shown(At versions) {
    if (versions.absent()) {
      return "null";
    }
    if (versions.empty()) {
      return "[]";
    }
    return InternalForm.of("[]apiextensions.CustomResourceDefinitionVersion", versions.node());
  }

  private void storedVersions(At stored) {
    List<String> known = stored.texts();
    if (known.isEmpty()) {
      errors.invalid(stored.path(), "null", "must have at least one stored version");
      return;
    }
    List<String> left = new ArrayList<>(known);
    for (JsonNode version : definition.spec().get("versions").node()) {
      String name = version.path("name").asText();
      if (version.path("storage").asBoolean() && !known.contains(name)) {
        errors.invalid(
            stored.path(), InvalidValue.of(stored.node()), "must have the storage version " + name);
      }
      left.remove(name);
    }
    for (String name : left) {
      errors.invalidText(
          stored.path().index(known.indexOf(name)),
          name,
          "missing from spec.versions; %s was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in %s and removes %s from status.storedVersions"
              .formatted(name, name, name));
    }
  }
}
