package dev.muster.kinds.openapi;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.SharedType;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
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
