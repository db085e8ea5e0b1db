package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a merged object what an applier applied before and does not mention any more, unless
 * someone else owns it.
 */
final class Pruning {
  private final OtherVersions versions;

  Pruning(OtherVersions versions) {
    this.versions = versions;
  }

  /**
   * @param last what the applier owned before
   * @param owners who owns what now, the applier included
   */
  JsonNode prune(JsonNode merged, @Nullable Owner last, Owners owners) {
    if (last == null || last.fields().isEmpty()) {
      return merged;
    }
    Kind kind = versions.find(last.apiVersion()).orElse(null);
    if (kind == null) {
      return merged;
    }
    Shape shape = Shape.of(kind.type());
    JsonNode object = in(kind, merged);
    FieldSet before = NamedFields.included(shape, last.fields());
    JsonNode pruned = Removing.remove(shape, object, before);
    for (Map.Entry<String, FieldSet> e : byVersion(owners, last.apiVersion()).entrySet()) {
      Kind other = versions.find(e.getKey()).orElse(null);
      if (other != null) {
        pruned = withOwned(kind, object, pruned, other, e.getValue());
      }
    }
    FieldSet gone =
        NamedFields.mentioned(shape, object).difference(NamedFields.mentioned(shape, pruned));
    JsonNode left = Removing.remove(shape, object, gone.intersection(before));
    return versions.convert((ObjectNode) left, kind, versions.kind());
  }

  /** What each version's owners have together, the given version first. */
  private static Map<String, FieldSet> byVersion(Owners owners, String first) {
    Map<String, List<FieldSet>> parts = new LinkedHashMap<>();
    parts.put(first, new ArrayList<>());
    for (Owner owner : owners.all()) {
      parts.computeIfAbsent(owner.apiVersion(), any -> new ArrayList<>()).add(owner.fields());
    }
    Map<String, FieldSet> out = new LinkedHashMap<>();
    parts.forEach((version, sets) -> out.put(version, FieldSet.union(sets)));
    return out;
  }

  private JsonNode withOwned(
      Kind kind, JsonNode merged, JsonNode pruned, Kind other, FieldSet owned) {
    Shape shape = Shape.of(other.type());
    JsonNode whole = versions.convert((ObjectNode) merged, kind, other);
    FieldSet kept =
        pruned.isObject()
            ? NamedFields.mentioned(shape, versions.convert((ObjectNode) pruned, kind, other))
            : FieldSet.EMPTY;
    FieldSet gone =
        NamedFields.mentioned(shape, whole)
            .difference(kept.union(NamedFields.included(shape, owned)));
    JsonNode left = Removing.remove(shape, whole, gone);
    return versions.convert((ObjectNode) left, other, kind);
  }

  private JsonNode in(Kind kind, JsonNode merged) {
    return versions.convert((ObjectNode) merged, versions.kind(), kind);
  }
}
