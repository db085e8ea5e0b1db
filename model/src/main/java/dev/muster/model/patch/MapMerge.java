package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Merges objects. Both sides are used up. */
final class MapMerge {
  private MapMerge() {}

  /**
   * @param type of the original, or null for a map
   */
  static ObjectNode merge(
      ObjectNode original, ObjectNode patch, @Nullable StructType type, PatchEffort effort) {
    JsonNode directive = patch.get(Directives.PATCH);
    if (directive != null) {
      return switch (directive.asText()) {
        case "replace" -> {
          patch.remove(Directives.PATCH);
          yield patch;
        }
        case "delete" -> patch.objectNode();
        default -> throw Directives.unknownDirective(directive, patch);
      };
    }
    Directives.retainKeys(original, patch);
    ElementOrder.apply(original, patch, type, effort);
    for (Map.Entry<String, JsonNode> e : List.copyOf(patch.properties())) {
      Deadline.check();
      field(original, e.getKey(), e.getValue(), type, effort);
    }
    return original;
  }

  private static void field(
      ObjectNode original,
      String key,
      JsonNode patch,
      @Nullable StructType type,
      PatchEffort effort) {
    boolean deletes = key.startsWith(Directives.DELETE_FROM);
    String name = deletes ? Directives.listName(key, Directives.DELETE_FROM) : key;
    if (patch.isNull()) {
      original.remove(name);
      return;
    }
    JsonNode current = original.get(name);
    Field field = type == null ? null : type.field(name);
    if (current instanceof ObjectNode map && patch instanceof ObjectNode changes) {
      boolean replaced = field != null && field.patch().replace();
      original.set(name, replaced ? changes : merge(map, changes, structOf(field), effort));
    } else if (current instanceof ArrayNode list && patch instanceof ArrayNode changes) {
      original.set(name, ListMerge.merge(list, changes, field, deletes, effort));
    } else if (!deletes) {
      JsonNode added = Directives.added(patch);
      if (added == null) {
        original.remove(name);
      } else {
        original.set(name, added);
      }
    }
  }

  /** The type of a field's value, or of the values of a list or map; null when it is no struct. */
  static @Nullable StructType structOf(@Nullable Field field) {
    return field == null ? null : structOf(field.type());
  }

  private static @Nullable StructType structOf(Type type) {
    return switch (type) {
      case Type.Ref ref -> ref.struct();
      case Type.ListOf list -> structOf(list.element());
      case Type.MapOf map -> null;
      case Type.Scalar scalar -> null;
    };
  }
}
