package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.ApiextensionsV1.CustomResourceColumnDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.CustomResourceSubresources;
import dev.muster.views.ApiextensionsV1.CustomResourceValidation;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.SelectableField;
import dev.muster.views.ViewList;
import java.util.List;

/**
 * A definition as its rules see it: what is the same in all versions stands once, above them. So
 * messages about a definition with one version do not name the version.
 *
 * @param spec with versions that have only what differs
 */
record Promoted(CustomResourceDefinitionSpec spec) {
  private static final List<String> FIELDS =
      List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields");

  static Promoted of(ObjectNode definition) {
    MutableCustomResourceDefinition copy =
        MutableCustomResourceDefinition.of(definition.deepCopy());
    MutableCustomResourceDefinitionSpec spec = copy.spec().ensure();
    if (spec.versions().node() instanceof ArrayNode versions && !versions.isEmpty()) {
      FIELDS.forEach(field -> promote(field, spec, versions));
    }
    return new Promoted(copy.reading().spec());
  }

  private static void promote(
      String field, MutableCustomResourceDefinitionSpec spec, ArrayNode versions) {
    JsonNode first = versions.get(0).path(field);
    for (JsonNode version : versions) {
      if (!version.path(field).equals(first)) {
        return;
      }
    }
    if (first.isMissingNode()) {
      return;
    }
    spec.tree().set(field.equals("schema") ? "validation" : field, first);
    versions.forEach(version -> ((ObjectNode) version).remove(field));
  }

  /** The schema that all versions have: a {@code schema} is called {@code validation} there. */
  CustomResourceValidation validation() {
    return new CustomResourceValidation(spec.at().get("validation"));
  }

  /** The subresources that all versions have. */
  CustomResourceSubresources subresources() {
    return common().subresources();
  }

  /** The columns that all versions have. */
  ViewList<CustomResourceColumnDefinition> additionalPrinterColumns() {
    return common().additionalPrinterColumns();
  }

  /** The fields that can be selected by in all versions. */
  ViewList<SelectableField> selectableFields() {
    return common().selectableFields();
  }

  /** But for its schema, what all versions have stands above them as in one of them. */
  private CustomResourceDefinitionVersion common() {
    return new CustomResourceDefinitionVersion(spec.at());
  }

  /** The name by which the first version is known above all; empty if there is none. */
  String version() {
    return spec.versions().isEmpty() ? "" : spec.versions().getFirst().name().text();
  }
}
