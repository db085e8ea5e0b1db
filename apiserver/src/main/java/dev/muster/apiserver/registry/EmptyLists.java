package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;

/**
 * Lists that are always written, such as a role's rules. A client that sends an empty one owns the
 * field; stored it is as if the list had not been there.
 */
final class EmptyLists {
  /** One that is never stored empty, and is refused with the value that was sent. */
  private static final String VERSIONS = "apiextensions/v1.CustomResourceDefinitionSpec";

  private EmptyLists() {}

  /** Makes the object canonical once it is settled who owns what. */
  static void settle(Kind kind, ObjectNode object) {
    settle(kind.type(), object, 2);
  }

  private static void settle(StructType type, ObjectNode struct, int levels) {
    if (type.name().equals(VERSIONS)) {
      return;
    }
    for (Field field : type.fields()) {
      JsonNode value = struct.get(field.name());
      if (value == null) {
        continue;
      }
      if (value.isArray() && value.isEmpty() && field.keep()) {
        struct.putNull(field.name());
      } else if (levels > 1
          && field.type() instanceof Type.Ref ref
          && value instanceof ObjectNode inner) {
        settle(ref.struct(), inner, levels - 1);
      }
    }
  }
}
