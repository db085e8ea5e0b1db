package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import java.util.List;

/**
 * Updates that only say who owns an object and what holds it back: the garbage collector's. They
 * are let through, as whoever may delete the object may also do that.
 */
final class OwnershipOnly {
  private static final List<String> FIELDS =
      List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion");

  private OwnershipOnly() {}

  static boolean isChangeOf(AdmissionRequest request) {
    return request.object() != null
        && request.old() != null
        && rest(request.object()).equals(rest(request.old()));
  }

  private static ObjectNode rest(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    if (copy.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(FIELDS);
    }
    return copy;
  }
}
