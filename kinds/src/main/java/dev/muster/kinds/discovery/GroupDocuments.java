package dev.muster.kinds.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The documents that are one per group, and one per version. */
final class GroupDocuments {
  private GroupDocuments() {}

  static ObjectNode coreVersions(Collection<String> versions, String serverAddress) {
    ObjectNode out = object().put("kind", "APIVersions");
    versions.forEach(out.putArray("versions")::add);
    out.putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", serverAddress);
    return out;
  }

  static ObjectNode groupList(Map<String, Map<String, List<Kind>>> groups) {
    ObjectNode out = object().put("kind", "APIGroupList").put("apiVersion", "v1");
    ArrayNode list = out.putArray("groups");
    groups.forEach((group, versions) -> describe(list.addObject(), group, versions.keySet()));
    return out;
  }

  static ObjectNode group(String group, Collection<String> versions) {
    ObjectNode out = object().put("kind", "APIGroup").put("apiVersion", "v1");
    describe(out, group, versions);
    return out;
  }

  /** The first version is the preferred one. */
  private static void describe(ObjectNode out, String group, Collection<String> versions) {
    out.put("name", group);
    ArrayNode list = out.putArray("versions");
    for (String version : versions) {
      list.addObject().put("groupVersion", group + "/" + version).put("version", version);
    }
    out.set("preferredVersion", list.get(0).deepCopy());
  }

  static ObjectNode resources(String group, String version, List<Kind> kinds) {
    ObjectNode out = object().put("kind", "APIResourceList");
    if (!group.isEmpty()) {
      out.put("apiVersion", "v1");
    }
    out.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
    Map<String, ObjectNode> sorted =
        Discovery.isCustom(kinds) ? new LinkedHashMap<>() : new TreeMap<>();
    for (Kind kind : kinds) {
      sorted.put(kind.plural(), resource(kind));
      for (Subresource part : kind.subresources()) {
        String name = kind.plural() + "/" + part.name();
        sorted.put(name, part(kind, part, name));
      }
    }
    ArrayNode list = out.putArray("resources");
    sorted.values().forEach(list::add);
    return out;
  }

  private static ObjectNode resource(Kind kind) {
    ObjectNode out =
        object()
            .put("name", kind.plural())
            .put("singularName", kind.singular())
            .put("namespaced", kind.namespaced())
            .put("kind", kind.kind());
    texts(out, "verbs", kind.verbs());
    texts(out, "shortNames", kind.shortNames());
    texts(out, "categories", kind.categories());
    return out;
  }

  private static ObjectNode part(Kind kind, Subresource part, String name) {
    ObjectNode out =
        object().put("name", name).put("singularName", "").put("namespaced", kind.namespaced());
    if (!part.group().isEmpty()) {
      out.put("group", part.group());
    }
    if (!part.version().isEmpty()) {
      out.put("version", part.version());
    }
    out.put("kind", part.kind());
    texts(out, "verbs", part.verbs());
    return out;
  }

  static void texts(ObjectNode out, String field, List<String> texts) {
    if (!texts.isEmpty()) {
      texts.forEach(out.putArray(field)::add);
    }
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
