package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinitionSpec;
import java.util.List;

/**
 * A definition as its rules see it: what is the same in all versions stands once, above them. So
 * messages about a definition with one version do not name the version.
 *
 * @param spec with versions that have only what differs
 */
record Promoted(At spec) {
  private static final List<String> FIELDS =
      List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields");

  static Promoted of(ObjectNode definition) {
    MutableCustomResourceDefinition copy =
        MutableCustomResourceDefinition.of(definition.deepCopy());
    MutableCustomResourceDefinitionSpec spec = copy.spec().ensure();
    if (spec.versions().node() instanceof ArrayNode versions && !versions.isEmpty()) {
      FIELDS.forEach(field -> promote(field, spec, versions));
    }
    return new Promoted(copy.reading().spec().at());
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

  /** What is the same in all versions: a {@code schema} is called {@code validation} there. */
  At common(String field) {
    return spec.get(field.equals("schema") ? "validation" : field);
  }

  /** The schema of a version, wherever it stands. */
  At schema(At version) {
    JSONSchemaProps own = new CustomResourceDefinitionVersion(version).schema().openAPIV3Schema();
    return own.present() ? own.at() : common("schema").get("openAPIV3Schema");
  }

  /** The name by which the first version is known above all. */
  JsonNode version() {
    JsonNode versions = spec.get("versions").node();
    return versions.isEmpty() ? MissingNode.getInstance() : versions.get(0).path("name");
  }
}
