package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Lists that are always written, such as a role's rules. A client that sends an empty one owns the
 * field; stored it is as if the list had not been there.
 */
final class EmptyLists {
  private EmptyLists() {}

  /** Makes the object canonical once it is settled who owns what. */
  static void settle(ObjectNode object) {
    settle(object, 2);
  }

  private static void settle(ObjectNode struct, int levels) {
    struct
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isArray() && field.getValue().isEmpty()) {
                field.setValue(NullNode.getInstance());
              } else if (levels > 1 && field.getValue() instanceof ObjectNode inner) {
                settle(inner, levels - 1);
              }
            });
  }
}
