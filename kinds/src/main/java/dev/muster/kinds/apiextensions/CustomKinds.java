package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionNames;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionVersion;
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
    CustomResourceDefinitionSpec spec = CustomResourceDefinition.of(definition).spec();
    String group = spec.group().text();
    boolean terminating = DefinitionConditions.isTrue(definition, "Terminating");
    Map<String, ResourceSchema> schemas = new LinkedHashMap<>();
    List<CustomVersion> versions = new ArrayList<>();
    for (CustomResourceDefinitionVersion version : spec.versions()) {
      CustomVersion compiled = CustomVersion.of(spec, version, terminating);
      schemas.put(group + "/" + compiled.name(), compiled.schema());
      versions.add(compiled.stored() ? 0 : versions.size(), compiled);
    }
    List<Kind> out = new ArrayList<>();
    for (CustomVersion version : versions) {
      String stored = group + "/" + versions.getFirst().name();
      CustomConversion conversion =
          new CustomConversion(schemas, group + "/" + version.name(), stored, converter);
      out.add(kind(CustomResourceDefinition.of(definition), version, conversion));
    }
    return List.copyOf(out);
  }

  private static Kind kind(
      CustomResourceDefinition definition, CustomVersion version, CustomConversion conversion) {
    CustomResourceDefinitionSpec spec = definition.spec();
    CustomResourceDefinitionNames names = definition.status().acceptedNames();
    String group = spec.group().text();
    String kind = names.kind().text();
    String plural = names.plural().text();
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
        names.singular().text(),
        spec.scope().text().equals("Namespaced"),
        texts(names.shortNames()),
        texts(names.categories()),
        VERBS,
        parts,
        version.schema().type(),
        plural + "." + group,
        conversion,
        new CustomResourceStrategy(version, conversion));
  }

  private static List<String> texts(At list) {
    return list.node().valueStream().map(JsonNode::asText).toList();
  }
}
