package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionStatus;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.ViewList;
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
    CustomResourceDefinitionStatus status = CustomResourceDefinition.of(object).status();
    NameRules.validate(status.acceptedNames(), errors);
    rules.storedVersions(status.storedVersions());
    ApiApproval.validate(object, old, errors);
    boolean preserved =
        old != null && CustomResourceDefinition.of(old).spec().preserveUnknownFields().truth();
    At preserve = rules.definition.spec().preserveUnknownFields();
    if (!preserved && preserve.truth()) {
      errors.invalid(
          preserve,
          "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
              + " spec.versions[*].schema instead");
    }
  }

  private void name(ObjectNode object) {
    ObjectMeta metadata = CustomResourceDefinition.of(object).metadata();
    CustomResourceDefinitionSpec spec = definition.spec();
    String wanted = spec.names().plural().text() + "." + spec.group().text();
    for (String field : List.of("generateName", "name")) {
      String name = metadata.at().text(field);
      if (!name.isEmpty() && !name.equals(wanted)) {
        errors.invalidText(
            metadata.at().path().child(field), name, "must be spec.names.plural+\".\"+spec.group");
      }
    }
  }

  private void spec() {
    CustomResourceDefinitionSpec spec = definition.spec();
    group(spec.group());
    At scope = spec.scope();
    if (scope.text().isEmpty()) {
      errors.required(scope.path(), "");
    } else if (!List.of("Cluster", "Namespaced").contains(scope.text())) {
      errors.unsupported(scope, List.of("Cluster", "Namespaced"));
    }
    JSONSchemaProps common = definition.validation().openAPIV3Schema();
    for (CustomResourceDefinitionVersion version : spec.versions()) {
      JSONSchemaProps schema = version.schema().openAPIV3Schema();
      if (common.absent() && schema.absent()) {
        errors.required(schema.at().path(), "");
      }
    }
    versions(spec.versions());
    NameRules.validateRequired(spec.names(), errors);
    NameRules.validate(spec.names(), errors);
    VersionRules rules = new VersionRules(definition, old, errors);
    rules.schema(common, "");
    rules.subresources(definition.subresources());
    rules.columns(definition.additionalPrinterColumns());
    rules.selectable(definition.selectableFields(), common, "");
    ConversionRules.validate(spec.conversion(), old, errors);
    if (old != null) {
      immutable(spec, CustomResourceDefinition.of(old).spec(), old);
    }
  }

  private void immutable(
      CustomResourceDefinitionSpec spec, CustomResourceDefinitionSpec before, ObjectNode was) {
    if (DefinitionConditions.isTrue(was, "Established")) {
      ObjectMetas.validateImmutable(spec.scope(), before.scope(), errors);
      ObjectMetas.validateImmutable(spec.names().kind(), before.names().kind(), errors);
    }
    ObjectMetas.validateImmutable(spec.group(), before.group(), errors);
    ObjectMetas.validateImmutable(spec.names().plural(), before.names().plural(), errors);
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

  private void versions(ViewList<CustomResourceDefinitionVersion> versions) {
    Set<String> seen = new HashSet<>();
    int storage = 0;
    boolean unique = true;
    VersionRules rules = new VersionRules(definition, old, errors);
    for (CustomResourceDefinitionVersion version : versions) {
      storage += version.storage().truth() ? 1 : 0;
      unique &= seen.add(version.name().text());
      List<String> faults = Names.label1035(version.name().text(), false);
      if (!faults.isEmpty()) {
        errors.invalidText(version.name().path(), version.name().text(), String.join(",", faults));
      }
      rules.version(version);
    }
    if (!unique) {
      errors.invalid(versions.at().path(), shown(versions), "must contain unique version names");
    }
    if (storage != 1) {
      errors.invalid(
          versions.at().path(),
          shown(versions),
          "must have exactly one version marked as storage version");
    }
    String first = definition.version();
    List<String> faults = first.isEmpty() ? List.of() : Names.label1035(first, false);
    if (!faults.isEmpty()) {
      errors.invalidText(Path.of("spec", "version"), first, String.join(",", faults));
    }
  }

  private static String shown(ViewList<CustomResourceDefinitionVersion> versions) {
    if (versions.at().absent()) {
      return "null";
    }
    if (versions.isEmpty()) {
      return "[]";
    }
    return InternalForm.of("[]apiextensions.CustomResourceDefinitionVersion", versions.at().node());
  }

  private void storedVersions(At stored) {
    List<String> known = stored.texts();
    if (known.isEmpty()) {
      errors.invalid(stored.path(), "null", "must have at least one stored version");
      return;
    }
    List<String> left = new ArrayList<>(known);
    for (CustomResourceDefinitionVersion version : definition.spec().versions()) {
      String name = version.name().text();
      if (version.storage().truth() && !known.contains(name)) {
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
