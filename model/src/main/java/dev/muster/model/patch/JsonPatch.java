package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Issues;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * JSON Patch (RFC 6902), as lenient as the real server's: replacing a missing name adds it,
 * negative indexes count from the end, and what stands before the first slash of a path does not
 * matter. Not thread-safe: one instance, one document.
 */
final class JsonPatch {
  private static final int MOST_OPERATIONS = 10_000;

  /** The bytes by which copies may enlarge an object, all together. */
  private static final int MOST_COPIED = 3 * 1024 * 1024;

  private static final List<String> MEMBERS = List.of("op", "path", "from", "value");

  private final GoJsonWriter spelling = new GoJsonWriter();
  private final PatchEffort effort = new PatchEffort();
  private JsonNode document;
  private int copied;

  private JsonPatch(ObjectNode document) {
    this.document = document;
    spelling.enter(document);
  }

  /** Changes the document in place. */
  static Patched apply(byte[] patch, ObjectNode document, FieldValidation how) {
    boolean checked = how != FieldValidation.IGNORE;
    List<String> issues = new ArrayList<>();
    JsonNode operations;
    try {
      RawJson raw = RawJson.read(patch);
      operations = raw.tree();
      checkTypes(operations, checked ? "[]handlers.jsonPatchOp" : "jsonpatch.Patch");
      raw.duplicates().forEach(text -> issues.add("json patch " + text));
    } catch (DecodeException e) {
      throw PatchFault.malformed((checked ? "error decoding patch: " : "") + e.getMessage());
    }
    if (operations.size() > MOST_OPERATIONS) {
      throw Status.tooLarge(
              "The allowed maximum operations in a JSON patch is "
                  + MOST_OPERATIONS
                  + ", got "
                  + operations.size())
          .exception();
    }
    issues.addAll(strangers(operations));
    JsonPatch patching = new JsonPatch(document);
    try {
      operations.forEach(patching::operation);
    } catch (InapplicablePatch e) {
      throw PatchFault.inapplicable();
    }
    return Patched.json(patching.spelling.write(patching.document), issues);
  }

  /**
   * Changes the document in place.
   *
   * @return the document, which is another one if an operation replaced it
   * @throws InapplicablePatch saying what does not apply
   */
  static JsonNode apply(ArrayNode operations, ObjectNode document) {
    if (operations.size() > MOST_OPERATIONS) {
      throw new InapplicablePatch("there are more than " + MOST_OPERATIONS + " operations");
    }
    JsonPatch patching = new JsonPatch(document);
    operations.forEach(patching::operation);
    return patching.document;
  }

  private static void checkTypes(JsonNode operations, String goType) {
    if (operations.isNull()) {
      return;
    }
    if (!operations.isArray()) {
      throw new DecodeException(
          "json: cannot unmarshal " + kind(operations) + " into Go value of type " + goType);
    }
    boolean typed = goType.startsWith("[]");
    for (JsonNode operation : operations) {
      if (!operation.isObject() && !operation.isNull()) {
        throw new DecodeException(
            "json: cannot unmarshal "
                + kind(operation)
                + " into Go value of type "
                + (typed ? "handlers.jsonPatchOp" : "jsonpatch.Operation"));
      }
      for (String name : typed ? List.of("op", "path", "from") : List.<String>of()) {
        JsonNode member = operation.path(name);
        if (!member.isMissingNode() && !member.isNull() && !member.isTextual()) {
          throw new DecodeException(
              "json: cannot unmarshal "
                  + kind(member)
                  + " into Go struct field jsonPatchOp."
                  + name
                  + " of type string");
        }
      }
    }
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER, NULL, MISSING, BINARY, POJO -> "number";
    };
  }

  private static List<String> strangers(JsonNode operations) {
    Issues out = new Issues();
    for (int i = 0; i < operations.size() && !out.full(); i++) {
      for (Map.Entry<String, JsonNode> member : operations.get(i).properties()) {
        if (!MEMBERS.contains(member.getKey())) {
          out.add("json patch unknown field \"[" + i + "]." + member.getKey() + "\"");
        }
      }
    }
    return out.list();
  }

  private void operation(JsonNode operation) {
    Deadline.check();
    String op = operation.path("op").asText("");
    switch (op) {
      case "add" -> {
        PatchPlace place =
            at(operation, "path", "add operation does not apply: doc is missing path: \"%s\"");
        InapplicablePatch.at(in(op, operation), () -> place.add(value(operation)));
      }
      case "remove" -> {
        PatchPlace place =
            at(operation, "path", "remove operation does not apply: doc is missing path: \"%s\"");
        InapplicablePatch.at(in(op, operation), place::remove);
      }
      case "replace" -> replace(operation);
      case "move" -> move(operation);
      case "copy" -> copy(operation);
      case "test" -> test(operation);
      default -> throw new InapplicablePatch("Unexpected kind: " + op);
    }
  }

  private static String in(String op, JsonNode operation) {
    return "error in " + op + " for path: '" + operation.path("path").asText() + "'";
  }

  private void move(JsonNode operation) {
    PatchPlace from =
        at(operation, "from", "move operation does not apply: doc is missing from path: %s");
    JsonNode moved =
        InapplicablePatch.found(
            "error in move for path: '" + from.name() + "'",
            () -> {
              JsonNode found = from.get();
              from.remove();
              return found;
            });
    PatchPlace to =
        at(operation, "path", "move operation does not apply: doc is missing destination path: %s");
    InapplicablePatch.at(in("move", operation), () -> to.add(moved));
  }

  private void copy(JsonNode operation) {
    PatchPlace from =
        at(operation, "from", "copy operation does not apply: doc is missing from path: %s");
    JsonNode found =
        InapplicablePatch.found(
            "error in copy for from: '" + operation.path("from").asText() + "'", from::get);
    copied += JsonSize.upTo(found, MOST_COPIED + 1 - copied);
    if (copied > MOST_COPIED) {
      throw new InapplicablePatch(
          "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
              .formatted(copied, MOST_COPIED));
    }
    PatchPlace to =
        at(operation, "path", "copy operation does not apply: doc is missing destination path: %s");
    InapplicablePatch.at("error while adding value during copy", () -> to.add(found.deepCopy()));
  }

  private void replace(JsonNode operation) {
    String path = pointer(operation, "path");
    if (path.isEmpty()) {
      JsonNode whole = value(operation);
      if (!whole.isContainerNode()) {
        throw new InapplicablePatch("replace operation value must be object or array");
      }
      document = whole;
      spelling.enter(document);
      return;
    }
    PatchPlace place =
        at(operation, "path", "replace operation does not apply: doc is missing path: %s");
    try {
      place.get();
    } catch (InapplicablePatch e) {
      throw InapplicablePatch.missing(
          "replace operation does not apply: doc is missing key: " + path);
    }
    place.replace(value(operation));
  }

  private void test(JsonNode operation) {
    String path = pointer(operation, "path");
    JsonNode actual = path.isEmpty() ? document : tested(operation);
    if (!actual.equals(value(operation))) {
      throw InapplicablePatch.failedTest(path);
    }
    // equal to a part of the patch, and so no larger
    spelling.enterAll(actual);
  }

  private JsonNode tested(JsonNode operation) {
    PatchPlace place = at(operation, "path", "test operation does not apply: is missing path: %s");
    return InapplicablePatch.found(in("test", operation), place::get);
  }

  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? NullNode.getInstance() : value.deepCopy();
  }

  private static String pointer(JsonNode operation, String member) {
    JsonNode path = operation.get(member);
    if (path == null || !path.isTextual()) {
      throw InapplicablePatch.missing(
          "%s operation failed to decode %s: operation, missing %s field"
              .formatted(operation.path("op").asText(), member, member));
    }
    return path.textValue();
  }

  /**
   * The place that the pointer names; all but its last step must exist.
   *
   * @param unless what to say of the pointer if they do not
   */
  private PatchPlace at(JsonNode operation, String member, String unless) {
    String pointer = pointer(operation, member);
    String[] steps = pointer.split("/", -1);
    if (steps.length < 2) {
      throw InapplicablePatch.missing(unless.formatted(pointer));
    }
    JsonNode holder = document;
    for (int i = 1; i < steps.length - 1; i++) {
      holder = within(holder, name(steps[i]), i);
      if (!holder.isContainerNode()) {
        throw InapplicablePatch.missing(unless.formatted(pointer));
      }
      spelling.enter(holder);
    }
    return new PatchPlace(holder, name(steps[steps.length - 1]), steps.length - 1, effort);
  }

  private JsonNode within(JsonNode holder, String name, int steps) {
    try {
      return new PatchPlace(holder, name, steps, effort).get();
    } catch (InapplicablePatch e) {
      return NullNode.getInstance();
    }
  }

  private static String name(String step) {
    return step.replace("~1", "/").replace("~0", "~");
  }
}
