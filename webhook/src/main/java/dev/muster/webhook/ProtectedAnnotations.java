package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What says which account a pod runs as: fixed from its creation on. Our own server sees to that by
 * itself; another one asks here about every write that could change it.
 */
final class ProtectedAnnotations {
  private ProtectedAnnotations() {}

  /** Why a pod may not become what it is to become; empty if it may. */
  static Optional<String> changed(JsonNode pod, JsonNode old) {
    for (String name : names()) {
      JsonNode now = annotation(pod, name);
      JsonNode before = annotation(old, name);
      // one who does not know of the record may leave it out: then the pod runs under nothing
      boolean left = now.isMissingNode() && name.equals(AdmittedSpecs.ANNOTATION);
      if (!now.equals(before) && !left) {
        return Optional.of(
            "metadata.annotations["
                + name
                + "]: may not be "
                + (before.isMissingNode() ? "added" : "changed or removed"));
      }
    }
    return Optional.empty();
  }

  /** Why a binding is refused, whose annotations its pod would get; empty if it is not. */
  static Optional<String> brought(JsonNode binding) {
    return names().stream()
        .filter(name -> !annotation(binding, name).isMissingNode())
        .map(name -> "metadata.annotations[" + name + "]: may not be set by a binding")
        .findFirst();
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(SpecSource.ANNOTATIONS);
    names.add(AdmittedSpecs.ANNOTATION);
    return names;
  }

  private static JsonNode annotation(JsonNode object, String name) {
    return ObjectMeta.ofObject(object).annotations().get(name).node();
  }
}
