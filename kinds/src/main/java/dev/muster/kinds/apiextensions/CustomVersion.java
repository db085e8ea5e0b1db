package dev.muster.kinds.apiextensions;

import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.kinds.structural.ValidationRules;
import dev.muster.kinds.table.Printer;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
import dev.muster.views.ApiextensionsV1.CustomResourceSubresources;
import dev.muster.views.ApiextensionsV1.SelectableField;
import dev.muster.views.ViewList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One version of a definition, compiled.
 *
 * @param selectable the fields by which objects can be selected, each with the names on the way
 * @param deprecation what those who use the version are told
 * @param terminating whether the definition is about to go
 */
public record CustomVersion(
    String name,
    boolean served,
    boolean stored,
    ResourceSchema schema,
    ValidationRules rules,
    boolean hasStatus,
    Optional<CustomScale> scale,
    Printer printer,
    Map<String, List<String>> selectable,
    Optional<String> deprecation,
    boolean terminating) {

  /**
   * @param spec of the definition
   * @param version one of its versions
   * @throws IllegalArgumentException if something in it cannot be compiled
   */
  static CustomVersion of(
      CustomResourceDefinitionSpec spec,
      CustomResourceDefinitionVersion version,
      boolean terminating) {
    String name = version.name().text();
    String group = spec.group().text();
    String kind = spec.names().kind().text();
    CustomResourceSubresources parts = version.subresources();
    ResourceSchema schema =
        new ResourceSchema(
            group + "/" + name + "." + kind,
            version.schema().openAPIV3Schema().tree(),
            spec.preserveUnknownFields().truth());
    return new CustomVersion(
        name,
        version.served().truth(),
        version.storage().truth(),
        schema,
        ValidationRules.of(schema.structural()),
        parts.status().present(),
        parts.scale().present() ? Optional.of(CustomScale.of(parts.scale())) : Optional.empty(),
        CustomColumns.of(version.additionalPrinterColumns()),
        selectable(version.selectableFields()),
        deprecation(version, group, kind),
        terminating);
  }

  private static Map<String, List<String>> selectable(ViewList<SelectableField> fields) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (SelectableField field : fields) {
      String path = field.jsonPath().text();
      out.put(path.replaceFirst("^\\.", ""), FieldPaths.names(path));
    }
    return out;
  }

  private static Optional<String> deprecation(
      CustomResourceDefinitionVersion version, String group, String kind) {
    if (!version.deprecated().truth()) {
      return Optional.empty();
    }
    return Optional.of(
        version.deprecationWarning().present()
            ? version.deprecationWarning().text()
            : group + "/" + version.name().text() + " " + kind + " is deprecated");
  }
}
