package dev.muster.kinds.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Every resource of many groups in one document. */
final class AggregatedDocuments {
  private AggregatedDocuments() {}

  static ObjectNode list(Map<String, Map<String, List<Kind>>> groups) {
    ObjectNode out =
        GroupDocuments.object()
            .put("kind", "APIGroupDiscoveryList")
            .put("apiVersion", "apidiscovery.k8s.io/v2");
    out.putObject("metadata");
    ArrayNode items = out.putArray("items");
    groups.forEach((name, versions) -> group(items.addObject(), name, versions));
    return out;
  }

  private static void group(ObjectNode out, String name, Map<String, List<Kind>> versions) {
    ObjectNode metadata = out.putObject("metadata");
    if (!name.isEmpty()) {
      metadata.put("name", name);
    }
    ArrayNode list = out.putArray("versions");
    versions.forEach(
        (version, kinds) -> {
          ObjectNode one = list.addObject().put("version", version);
          ArrayNode resources = one.putArray("resources");
          kinds.stream()
              .sorted(Comparator.comparing(Kind::plural))
              .forEach(kind -> resource(resources.addObject(), kind));
          one.put("freshness", "Current");
        });
  }

  private static void resource(ObjectNode out, Kind kind) {
    out.put("resource", kind.plural());
    boolean custom = kind.type().content() != null;
    responseKind(out, custom ? kind.group() : "", custom ? kind.version() : "", kind.kind());
    out.put("scope", kind.namespaced() ? "Namespaced" : "Cluster")
        .put("singularResource", kind.singular());
    GroupDocuments.texts(out, "verbs", kind.verbs());
    GroupDocuments.texts(out, "shortNames", kind.shortNames());
    GroupDocuments.texts(out, "categories", kind.categories());
    if (!kind.subresources().isEmpty()) {
      ArrayNode parts = out.putArray("subresources");
      for (Subresource part : kind.subresources()) {
        ObjectNode one = parts.addObject().put("subresource", part.name());
        boolean own = custom && part.group().isEmpty();
        responseKind(
            one,
            own ? kind.group() : part.group(),
            own ? kind.version() : part.version(),
            part.kind());
        GroupDocuments.texts(one, "verbs", part.verbs());
      }
    }
  }

  /** An empty group and version mean those of the list itself. */
  private static void responseKind(ObjectNode out, String group, String version, String kind) {
    out.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
  }
}
