package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Trees;
import dev.muster.model.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Applies patches to canonical objects, which stay as they are. */
public final class Patches {
  private Patches() {}

  /**
   * Applies a patch of any type but {@link PatchType#APPLY}, which needs to know who owns what.
   *
   * @param how whether the patch itself is searched for unknown and repeated fields
   * @throws dev.muster.model.status.ApiException when it is malformed or does not apply
   */
  public static Patched apply(
      PatchType type, byte[] patch, ObjectNode current, StructType struct, FieldValidation how) {
    return switch (type) {
      case JSON -> JsonPatch.apply(patch, written(current, struct), how);
      case MERGE -> MergePatch.apply(patch, written(current, struct), how);
      case STRATEGIC -> StrategicPatch.apply(patch, current.deepCopy(), struct, how);
      case APPLY -> throw new IllegalArgumentException("apply is not a patch of the object alone");
    };
  }

  /**
   * Applies the operations of a JSON patch.
   *
   * @return the patched tree, which yet has to prove to be an object of its type
   * @throws InapplicablePatch saying what does not apply
   * @throws dev.muster.model.status.ApiException when it is too much work
   */
  public static JsonNode apply(ArrayNode operations, ObjectNode current, StructType struct) {
    return JsonPatch.apply(operations, written(current, struct));
  }

  /** The object as it is sent, which decides the order of names in messages. */
  private static ObjectNode written(ObjectNode object, StructType struct) {
    if (struct.content() != null) {
      return (ObjectNode) Encoder.inOrder(object);
    }
    try {
      return (ObjectNode) Trees.parse(Encoder.encode(struct, object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
