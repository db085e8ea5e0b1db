package dev.muster.model.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.SharedType;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;

/** What a request's body should hold. */
public record Target(String group, String version, String kind, StructType type) {

  /** An object of the kind itself. */
  public static Target of(Kind kind) {
    return new Target(kind.group(), kind.version(), kind.kind(), kind.type());
  }

  /** What requests for a part of an object carry: often another kind than the object's own. */
  public static Target of(Kind kind, Subresource part) {
    if (part.group().isEmpty() && part.kind().equals(kind.kind())) {
      return of(kind);
    }
    String group = part.group().isEmpty() ? kind.group() : part.group();
    String version = part.version().isEmpty() ? kind.version() : part.version();
    return new Target(
        group,
        version,
        part.kind(),
        Schema.kubernetes().struct(SharedType.family(group) + "/" + version + "." + part.kind()));
  }

  /** {@code apps/v1}, or {@code v1} in the core group. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Says of an object that it is of this kind. */
  public ObjectNode putTypeMeta(ObjectNode object) {
    return object.put("kind", kind).put("apiVersion", apiVersion());
  }
}
