package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.StatusOnly;
import java.util.List;

/** What a write to a part of a pod leaves alone: the rest of the spec, the status, the labels. */
final class SubresourceScope {
  private static final List<String> METADATA =
      List.of(
          "deletionTimestamp",
          "generation",
          "selfLink",
          "labels",
          "annotations",
          "finalizers",
          "ownerReferences");

  private SubresourceScope() {}

  /** Puts everything back but the metadata that is the server's own. */
  static void keepOld(ObjectNode pod, ObjectNode old) {
    StatusOnly.keepAllButStatus(pod, old);
    StatusOnly.keepStatus(pod, old);
    ObjectNode metadata = Children.ensure(pod, "metadata");
    ObjectNode before = Children.ensure(old, "metadata");
    METADATA.forEach(field -> PodUpdates.copy(field, before, metadata));
  }
}
