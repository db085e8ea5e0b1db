package dev.muster.api.openapi;

import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.SharedType;
import dev.muster.api.kinds.Subresource;
import dev.muster.api.schema.Schema;
import dev.muster.api.schema.StructType;
import org.jspecify.annotations.Nullable;

/** The type that a subresource speaks. */
final class SubresourceTypes {
  private SubresourceTypes() {}

  /** Null for what speaks no type at all, such as a log. */
  static @Nullable StructType of(Kind kind, Subresource part, Schema schema) {
    if (part.kind().equals(kind.kind())) {
      return kind.type();
    }
    String own = kind.type().name();
    String table =
        part.group().isEmpty()
            ? own.substring(0, own.indexOf('.'))
            : SharedType.family(part.group()) + "/" + part.version();
    return schema.find(table + "." + part.kind());
  }
}
