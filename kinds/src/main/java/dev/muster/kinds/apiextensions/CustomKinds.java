package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds that a definition brings. */
public final class CustomKinds {
  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
  private static final List<String> PARTS = List.of("get", "patch", "update");

  private CustomKinds() {}

  /**
   * One for each version, the stored one first.
   *
   * @throws IllegalArgumentException if something in the definition cannot be compiled
   */
  public static List<Kind> of(ObjectNode definition, Converter converter) {
    JsonNode spec = definition.path("spec");
    String group = spec.path("group").asText();
    boolean terminating = DefinitionConditions.isTrue(definition, "Terminating");
    Map<String, ResourceSchema> schemas = new LinkedHashMap<>();
    List<CustomVersion> versions = new ArrayList<>();
    for (JsonNode version : spec.path("versions")) {
      CustomVersion compiled = CustomVersion.of(spec, version, terminating);
      schemas.put(group + "/" + compiled.name(), compiled.schema());
      versions.add(compiled.stored() ? 0 : versions.size(), compiled);
    }
    List<Kind> out = new ArrayList<>();
    for (CustomVersion version : versions) {
      String stored = group + "/" + versions.getFirst().name();
      CustomConversion conversion =
          new CustomConversion(schemas, group + "/" + version.name(), stored, converter);
      out.add(kind(definition, version, conversion));
    }
    return List.copyOf(out);
  }

  private static Kind kind(
      ObjectNode definition, CustomVersion version, CustomConversion conversion) {
    JsonNode spec = definition.path("spec");
    JsonNode names = definition.path("status").path("acceptedNames");
    String group = spec.path("group").asText();
    String kind = names.path("kind").asText();
    String plural = names.path("plural").asText();
    List<Subresource> parts = new ArrayList<>();
    if (version.hasStatus()) {
      parts.add(new Subresource("status", "", "", kind, PARTS));
    }
    if (version.scale().isPresent()) {
      parts.add(new Subresource("scale", "autoscaling", "v1", "Scale", PARTS));
    }
    return new Kind(
        group,
        version.name(),
        kind,
        plural,
        names.path("singular").asText(),
        spec.path("scope").asText().equals("Namespaced"),
        texts(names.path("shortNames")),
        texts(names.path("categories")),
        VERBS,
        parts,
        version.schema().type(),
        plural + "." + group,
        conversion,
        new CustomResourceStrategy(version, conversion));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
