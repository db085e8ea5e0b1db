package dev.muster.api.codec;

import dev.muster.api.kinds.Kind;
import dev.muster.api.schema.StructType;

/** What a request's body should hold. */
public record Target(String group, String version, String kind, StructType type) {

  public static Target of(Kind kind) {
    return new Target(kind.group(), kind.version(), kind.kind(), kind.type());
  }

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
