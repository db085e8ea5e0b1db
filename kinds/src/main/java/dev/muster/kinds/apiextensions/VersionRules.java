package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.structural.SchemaPath;
import dev.muster.kinds.structural.Structural;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.ApiextensionsV1.CustomResourceColumnDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.CustomResourceSubresourceScale;
import dev.muster.views.ApiextensionsV1.CustomResourceSubresources;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ApiextensionsV1.SelectableField;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules for what a definition says of a version, or of all at once. */
final class VersionRules {
  private static final List<String> COLUMN_TYPES =
      List.of("boolean", "date", "integer", "number", "string");
  private static final List<String> COLUMN_FORMATS =
      List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");
  private static final int MOST_SELECTABLE = 8;

  private final Promoted definition;
  private final @Nullable ObjectNode old;
  private final Errors errors;

  VersionRules(Promoted definition, @Nullable ObjectNode old, Errors errors) {
    this.definition = definition;
    this.old = old;
    this.errors = errors;
  }

  void version(CustomResourceDefinitionVersion version) {
    deprecation(version);
    JSONSchemaProps schema = version.schema().openAPIV3Schema();
    schema(schema, version.name().text());
    subresources(version.subresources());
    columns(version.additionalPrinterColumns());
    selectable(version.selectableFields(), schema, version.name().text());
  }

  private void deprecation(CustomResourceDefinitionVersion version) {
    At warning = version.deprecationWarning();
    if (warning.absent()) {
      return;
    }
    String text = warning.text();
    if (!version.deprecated().truth()) {
      errors.invalid(warning, "can only be set for deprecated versions");
      return;
    }
    if (text.length() > 256) {
      errors.invalid(warning, "must be <= 256 characters long");
    }
    if (text.isEmpty()) {
      errors.invalid(warning, "must not be an empty string");
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i)) || !Character.isDefined(text.charAt(i))) {
        errors.invalid(
            warning,
            "must only contain printable UTF-8 characters; non-printable character found at index "
                + i);
        return;
      }
    }
  }

  /**
   * @param version empty for all at once
   */
  void schema(JSONSchemaProps schema, String version) {
    if (schema.present()) {
      boolean hasStatus =
          version.isEmpty()
              ? anyStatus()
              : definition.subresources().status().present() || statusOf(version);
      new SchemaRules(schema, hasStatus, unchanged(schema.tree(), version), errors).validate();
    }
  }

  private boolean anyStatus() {
    return definition.subresources().status().present()
        || definition.spec().versions().stream()
            .anyMatch(version -> version.subresources().status().present());
  }

  private boolean statusOf(String name) {
    return definition.spec().versions().stream()
        .anyMatch(v -> v.name().text().equals(name) && v.subresources().status().present());
  }

  /** Whether the schema is what it was: then it is not held to what it may cost. */
  private boolean unchanged(JsonNode schema, String version) {
    if (old == null) {
      return false;
    }
    for (CustomResourceDefinitionVersion before :
        CustomResourceDefinition.of(old).spec().versions()) {
      boolean same = before.schema().openAPIV3Schema().tree().equals(schema);
      if (same && (version.isEmpty() || before.name().text().equals(version))) {
        return true;
      }
    }
    return false;
  }

  void subresources(CustomResourceSubresources parts) {
    CustomResourceSubresourceScale scale = parts.scale();
    if (scale.absent()) {
      return;
    }
    Path at = parts.at().path();
    under(at.child("scale.specReplicasPath"), scale.specReplicasPath().text(), ".spec.");
    under(at.child("scale.statusReplicasPath"), scale.statusReplicasPath().text(), ".status.");
    String selector = scale.labelSelectorPath().text();
    Path place = at.child("scale.labelSelectorPath");
    if (!selector.isEmpty() && simple(place, selector)) {
      if (!selector.startsWith(".spec.") && !selector.startsWith(".status.")) {
        errors.invalidText(place, selector, "should be a json path under either .spec or .status");
      }
    }
  }

  private void under(Path at, String path, String parent) {
    if (path.isEmpty()) {
      errors.required(at, "");
    } else if (simple(at, path) && !path.startsWith(parent)) {
      String name = parent.substring(0, parent.length() - 1);
      errors.invalidText(at, path, "should be a json path under " + name);
    }
  }

  private boolean simple(Path at, String path) {
    if (!path.startsWith(".")) {
      errors.invalidText(at, path, "must be a simple json path starting with .");
      return false;
    }
    return true;
  }

  void columns(ViewList<CustomResourceColumnDefinition> columns) {
    for (CustomResourceColumnDefinition column : columns) {
      if (column.name().text().isEmpty()) {
        errors.required(column.name().path(), "");
      }
      String types = "must be one of " + String.join(",", COLUMN_TYPES);
      if (column.type().text().isEmpty()) {
        errors.required(column.type().path(), types);
      } else if (!COLUMN_TYPES.contains(column.type().text())) {
        errors.invalid(column.type(), types);
      }
      if (!column.format().text().isEmpty() && !COLUMN_FORMATS.contains(column.format().text())) {
        errors.invalid(column.format(), "must be one of " + String.join(",", COLUMN_FORMATS));
      }
      Path place = column.at().path().child("JSONPath");
      if (column.jsonPath().text().isEmpty()) {
        errors.required(place, "");
      } else {
        simple(place, column.jsonPath().text());
      }
    }
  }

  void selectable(ViewList<SelectableField> fields, JSONSchemaProps schema, String version) {
    if (fields.size() == 0 || schema.absent()) {
      return;
    }
    Structural structural = Structural.of(schema.tree());
    Set<String> unique = new HashSet<>();
    for (SelectableField field : fields) {
      At path = field.jsonPath();
      if (path.text().isEmpty()) {
        errors.required(path.path(), "");
        continue;
      }
      SchemaPath found = SchemaPath.find(path.text(), structural, false);
      if (!found.fault().isEmpty()) {
        errors.invalid(path, "is an invalid path: " + found.fault());
        continue;
      }
      if (found.path().startsWith("metadata")) {
        errors.invalid(path, "must not point to fields in metadata");
      }
      if (!List.of("string", "boolean", "integer").contains(found.type())) {
        errors.invalid(
            path,
            "must point to a field of type string, boolean or integer. Enum string fields and"
                + " strings with formats are allowed.");
      }
      if (!unique.add(found.path())) {
        errors.duplicate(path);
      }
    }
    if (unique.size() > MOST_SELECTABLE && !hadSoMany(fields.at().node(), version)) {
      errors.tooMany(fields.at().path(), unique.size(), MOST_SELECTABLE);
    }
  }

  private boolean hadSoMany(JsonNode fields, String version) {
    return old != null
        && CustomResourceDefinition.of(old).spec().versions().stream()
            .anyMatch(
                before ->
                    before.selectableFields().at().node().equals(fields)
                        && (version.isEmpty() || before.name().text().equals(version)));
  }
}
