package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A request in the version in which a policy or webhook wants to see it.
 *
 * @param version one of the versions of the request's kind
 */
public record VersionedRequest(AdmissionRequest request, Kind version) {

  /** What the request carries. */
  public Target carries() {
    return carries(version);
  }

  private Target carries(Kind kind) {
    return kind.subresource(request.subresource())
        .map(part -> Target.of(kind, part))
        .orElseGet(() -> Target.of(kind));
  }

  /** What the request carries in the version that was asked for. */
  Target asked() {
    return carries(request.asked());
  }

  /** Whether the request carries the object itself, not a kind that only its subresource has. */
  public boolean carriesObject() {
    return carries().kind().equals(version.kind());
  }

  public @Nullable ObjectNode object() {
    return versioned(request.object());
  }

  public @Nullable ObjectNode old() {
    return versioned(request.old());
  }

  private boolean isStored() {
    return version.apiVersion().equals(request.kind().apiVersion());
  }

  private @Nullable ObjectNode versioned(@Nullable ObjectNode stored) {
    if (stored == null || isStored() || !carriesObject()) {
      return stored;
    }
    ObjectNode object = version.conversion().fromStored(stored.deepCopy());
    return version.putTypeMeta(object);
  }

  /** What it is stored as. Used up. */
  public ObjectNode toStored(ObjectNode object) {
    if (isStored() || !carriesObject()) {
      return object;
    }
    ObjectNode stored = version.conversion().toStored(object);
    return request.kind().putTypeMeta(stored);
  }
}
