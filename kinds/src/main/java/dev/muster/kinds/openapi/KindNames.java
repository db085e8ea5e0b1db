package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which kinds, in which groups and versions, a type is known as. */
final class KindNames {
  private final Map<String, ArrayNode> byType = new HashMap<>();

  KindNames(Kinds kinds, Schema schema) {
    Set<String> versions = new LinkedHashSet<>();
    for (Kind kind : kinds.all()) {
      add(kind.type().name(), kind.group(), kind.version(), kind.kind());
      add(kind.type().name() + "List", kind.group(), kind.version(), kind.listKind());
      versions.add(kind.group() + "/" + kind.version());
      for (Subresource part : kind.subresources()) {
        StructType type = SubresourceTypes.of(kind, part, schema);
        if (type != null && !part.group().isEmpty()) {
          add(type.name(), part.group(), part.version(), part.kind());
        }
      }
    }
    add("meta/v1.Status", "", "v1", "Status");
    for (String version : versions) {
      int slash = version.indexOf('/');
      String group = version.substring(0, slash);
      add("meta/v1.DeleteOptions", group, version.substring(slash + 1), "DeleteOptions");
    }
  }

  private void add(String type, String group, String version, String kind) {
    ObjectNode one = one(group, version, kind);
    ArrayNode list = byType.computeIfAbsent(type, t -> JsonNodeFactory.instance.arrayNode());
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).equals(one)) {
        return;
      }
    }
    list.add(one);
  }

  static ObjectNode one(String group, String version, String kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("group", group)
        .put("kind", kind)
        .put("version", version);
  }

  Optional<ArrayNode> of(StructType type) {
    return Optional.ofNullable(byType.get(type.name()));
  }
}
