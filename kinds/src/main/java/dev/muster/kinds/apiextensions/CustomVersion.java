package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.kinds.structural.ValidationRules;
import dev.muster.kinds.table.Printer;
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
  static CustomVersion of(JsonNode spec, JsonNode version, boolean terminating) {
    String name = version.path("name").asText();
    String group = spec.path("group").asText();
    String kind = spec.path("names").path("kind").asText();
    JsonNode parts = version.path("subresources");
    ResourceSchema schema =
        new ResourceSchema(
            group + "/" + name + "." + kind,
            version.path("schema").path("openAPIV3Schema"),
            spec.path("preserveUnknownFields").asBoolean());
    return new CustomVersion(
        name,
        version.path("served").asBoolean(),
        version.path("storage").asBoolean(),
        schema,
        ValidationRules.of(schema.structural()),
        parts.hasNonNull("status"),
        parts.hasNonNull("scale")
            ? Optional.of(CustomScale.of(parts.get("scale")))
            : Optional.empty(),
        CustomColumns.of(version.path("additionalPrinterColumns")),
        selectable(version.path("selectableFields")),
        deprecation(version, group, kind),
        terminating);
  }

  private static Map<String, List<String>> selectable(JsonNode fields) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (JsonNode field : fields) {
      String path = field.path("jsonPath").asText();
      out.put(path.replaceFirst("^\\.", ""), FieldPaths.names(path));
    }
    return out;
  }

  private static Optional<String> deprecation(JsonNode version, String group, String kind) {
    if (!version.path("deprecated").asBoolean()) {
      return Optional.empty();
    }
    return Optional.of(
        version.hasNonNull("deprecationWarning")
            ? version.get("deprecationWarning").asText()
            : group + "/" + version.path("name").asText() + " " + kind + " is deprecated");
  }
}
