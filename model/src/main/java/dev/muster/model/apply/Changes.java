package dev.muster.model.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a write changes, in each version in which someone owns fields. */
final class Changes {
  private final OtherVersions versions;
  private final ObjectNode old;
  private final ObjectNode object;
  private final FieldSet reset;
  private final Map<String, Comparison> byVersion = new HashMap<>();
  private final Map<String, FieldSet> touched = new HashMap<>();

  Changes(OtherVersions versions, ObjectNode old, ObjectNode object, FieldSet reset) {
    this.versions = versions;
    this.old = old;
    this.object = object;
    this.reset = reset;
  }

  /** In the version of the request. */
  Comparison own() {
    Comparison own = in(versions.kind().apiVersion());
    if (own == null) {
      throw new IllegalStateException("a kind is not served in its own version");
    }
    return own;
  }

  /** Null when that version is not served any more. */
  @Nullable Comparison in(String apiVersion) {
    Comparison known = byVersion.get(apiVersion);
    Kind kind = known != null ? null : versions.find(apiVersion).orElse(null);
    if (kind == null) {
      return known;
    }
    Comparison made =
        Comparison.of(
                kind.type(),
                versions.convert(old, versions.kind(), kind),
                versions.convert(object, versions.kind(), kind))
            .without(reset);
    byVersion.put(apiVersion, made);
    return made;
  }

  /** What is left to owners; those of versions that are gone go too. */
  FieldSet leftTo(Owner owner) {
    Comparison changes = in(owner.apiVersion());
    return changes == null
        ? FieldSet.EMPTY
        : owner
            .fields()
            .difference(touched.computeIfAbsent(owner.apiVersion(), any -> changes.touched()));
  }
}
