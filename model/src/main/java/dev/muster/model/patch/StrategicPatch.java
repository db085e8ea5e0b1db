package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.types.StructType;
import java.util.List;

/** Strategic merge patch: lists merge by the keys that their types declare. */
final class StrategicPatch {
  private StrategicPatch() {}

  /** Changes the object in place. */
  static Patched apply(byte[] patch, ObjectNode object, StructType type, FieldValidation how) {
    RawJson raw;
    try {
      raw = RawJson.read(patch);
    } catch (DecodeException e) {
      throw PatchFault.malformed(String.valueOf(e.getMessage()));
    }
    List<String> issues = how == FieldValidation.IGNORE ? List.of() : raw.duplicates();
    JsonNode tree = raw.tree();
    if (tree.isNull()) {
      return Patched.tree(object, tree, issues);
    }
    if (!(tree instanceof ObjectNode changes)) {
      throw PatchFault.malformed(RootType.mismatch(tree));
    }
    return Patched.tree(MapMerge.merge(object, changes, type, new PatchEffort()), changes, issues);
  }
}
