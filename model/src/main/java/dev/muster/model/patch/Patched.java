package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The outcome of a patch: raw JSON that yet has to prove to be an object of its type. */
public sealed interface Patched {

  /**
   * The patched object, canonical, not yet defaulted.
   *
   * @throws dev.muster.model.status.ApiException when it is not an object of the type, or, if so
   *     asked, has unknown fields or some twice
   */
  Bodies.Body read(Bodies bodies, Target target, FieldValidation how);

  /** What became of a patch that works on text. */
  static Patched json(String json, List<String> issues) {
    return new AsText(json, List.copyOf(issues));
  }

  /** What became of a patch that works on trees. */
  static Patched tree(JsonNode tree, JsonNode patch, List<String> issues) {
    return new AsTree(tree, patch, List.copyOf(issues));
  }

  /** After JSON Patch and JSON merge patch: text, decoded as a request's body is. */
  record AsText(String json, List<String> issues) implements Patched {
    @Override
    public Bodies.Body read(Bodies bodies, Target target, FieldValidation how) {
      Decoder.Decoded read;
      try {
        read = bodies.patched(target, json.getBytes(StandardCharsets.UTF_8));
      } catch (DecodeException e) {
        throw PatchFault.invalid(json, String.valueOf(e.getMessage()));
      }
      return checked(read.object(), json, issues, read.issues(), how);
    }
  }

  /** After strategic merge patch: a tree, converted without a detour over text. */
  record AsTree(JsonNode tree, JsonNode patch, List<String> issues) implements Patched {
    @Override
    public Bodies.Body read(Bodies bodies, Target target, FieldValidation how) {
      String shown = GoMap.text(patch);
      Decoder.Decoded read;
      try {
        read = Decoder.decode(target.type(), tree);
      } catch (DecodeException e) {
        throw PatchFault.invalid(
            shown, TreeFault.in(target.type(), tree).orElse(String.valueOf(e.getMessage())));
      }
      // here the object does not say itself what it is
      ObjectNode object = target.putTypeMeta(read.object());
      return checked(object, shown, issues, read.issues().stream().sorted().toList(), how);
    }
  }

  private static Bodies.Body checked(
      ObjectNode object,
      String shown,
      List<String> ofPatch,
      List<String> ofObject,
      FieldValidation how) {
    List<String> all = new ArrayList<>(ofPatch);
    all.addAll(ofObject);
    return switch (how) {
      case IGNORE -> new Bodies.Body(object, List.of());
      case WARN -> new Bodies.Body(object, List.copyOf(all));
      case STRICT -> {
        if (!all.isEmpty()) {
          throw PatchFault.invalid(shown, "strict decoding error: " + String.join(", ", all));
        }
        yield new Bodies.Body(object, List.of());
      }
    };
  }
}
