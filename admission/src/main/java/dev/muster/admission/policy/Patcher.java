package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.cel.MutationValue;
import dev.muster.model.apply.Overlay;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Target;
import dev.muster.model.patch.InapplicablePatch;
import dev.muster.model.patch.JsonSize;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kinds;

/** Changes what a request carries, in the version in which a policy sees it. */
final class Patcher {
  /** As large as what a client may send. */
  private static final int LARGEST = 3 * 1024 * 1024;

  private final Kinds kinds;

  Patcher(Kinds kinds) {
    this.kinds = kinds;
  }

  /** What came of a mutation. */
  sealed interface Outcome {
    /** A new object, with defaults. */
    record Changed(ObjectNode object) implements Outcome {}

    /** The mutation is not for this object. */
    record Unchanged() implements Outcome {}

    record Failed(String why) implements Outcome {}
  }

  Outcome apply(MutationValue value, VersionedRequest request, ObjectNode object) {
    Outcome outcome =
        switch (value) {
          case MutationValue.Configuration config -> merged(config.fields(), request, object);
          case MutationValue.Operations patch -> patched(patch.operations(), request, object);
          case MutationValue.Unusable unusable -> new Outcome.Failed(unusable.why());
        };
    if (!(outcome instanceof Outcome.Changed changed)) {
      return outcome;
    }
    // INVARIANT (growth): no mutation hands on more than a client could have sent
    if (JsonSize.upTo(changed.object(), LARGEST + 1) > LARGEST) {
      return new Outcome.Failed("the object would become larger than " + LARGEST + " bytes");
    }
    Target carried = request.carries();
    name(changed.object(), carried);
    if (request.carriesObject()) {
      request.version().strategy().applyDefaults(changed.object());
    }
    return outcome;
  }

  private Outcome merged(ObjectNode config, VersionedRequest request, ObjectNode object) {
    Target carried = request.carries();
    String failed = "error applying patch: ";
    if (kinds.byKind(carried.apiVersion(), carried.kind()).isEmpty()) {
      return new Outcome.Failed(
          failed
              + "failed to convert patch object to typed object: no corresponding type for "
              + (carried.group().isEmpty() ? "/" : "")
              + carried.apiVersion()
              + ", Kind="
              + carried.kind());
    }
    name(config, carried);
    return switch (Overlay.lay(carried.type(), config, object)) {
      case Overlay.Outcome.Merged merged -> new Outcome.Changed(merged.object());
      case Overlay.Outcome.Refused refused -> new Outcome.Failed(failed + refused.why());
    };
  }

  /** Says what the object is. */
  private static void name(ObjectNode object, Target carried) {
    carried.putTypeMeta(object);
  }

  private static Outcome patched(
      ArrayNode operations, VersionedRequest request, ObjectNode object) {
    Target carried = request.carries();
    ObjectNode whole = object.deepCopy();
    name(whole, carried);
    try {
      JsonNode patched = Patches.apply(operations, whole, carried.type());
      Decoder.Decoded read = Decoder.decode(carried.type(), patched);
      return read.issues().isEmpty()
          ? new Outcome.Changed(read.object())
          : new Outcome.Failed("strict decoding error: " + String.join(", ", read.issues()));
    } catch (InapplicablePatch e) {
      return e.testFailed()
          ? new Outcome.Unchanged()
          : new Outcome.Failed("JSON Patch: " + e.getMessage());
    } catch (DecodeException e) {
      return new Outcome.Failed(String.valueOf(e.getMessage()));
    }
  }
}
