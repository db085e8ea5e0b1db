package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.FieldValidation;
import java.util.List;
import java.util.Map;

/** JSON merge patch (RFC 7386). Not thread-safe: one instance, one document. */
final class MergePatch {
  private final GoJsonWriter spelling = new GoJsonWriter();

  private MergePatch() {}

  /** Changes the document in place. */
  static Patched apply(byte[] patch, ObjectNode document, FieldValidation how) {
    boolean checked = how != FieldValidation.IGNORE;
    RawJson raw;
    try {
      raw = RawJson.read(patch);
    } catch (DecodeException e) {
      throw PatchFault.malformed(
          checked ? "error decoding patch: " + e.getMessage() : "Invalid JSON Patch");
    }
    JsonNode tree = raw.tree();
    if (!tree.isObject()) {
      throw PatchFault.malformed(
          checked && !tree.isNull()
              ? "error decoding patch: " + RootType.mismatch(tree)
              : "Invalid JSON Patch");
    }
    MergePatch merging = new MergePatch();
    merging.merge(document, tree);
    return Patched.json(merging.spelling.write(document), checked ? raw.duplicates() : List.of());
  }

  private void merge(ObjectNode into, JsonNode patch) {
    spelling.enter(into);
    for (Map.Entry<String, JsonNode> e : patch.properties()) {
      Deadline.check();
      JsonNode value = e.getValue();
      if (value.isNull()) {
        into.remove(e.getKey());
      } else if (value.isObject() && into.get(e.getKey()) instanceof ObjectNode current) {
        merge(current, value);
      } else {
        into.set(e.getKey(), pruned(value));
      }
    }
  }

  /** Values that are new hold no nulls, except as elements of lists. */
  private JsonNode pruned(JsonNode value) {
    if (value instanceof ObjectNode object) {
      spelling.enter(object);
      object.removeIf(JsonNode::isNull);
    }
    value.forEach(this::pruned);
    return value;
  }
}
