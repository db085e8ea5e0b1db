package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.MetaV1.MutableObjectMeta;

/**
 * Updates that only say who owns an object and what holds it back: the garbage collector's. They
 * are let through, as whoever may delete the object may also do that.
 */
final class OwnershipOnly {

  private OwnershipOnly() {}

  static boolean isChangeOf(AdmissionRequest request) {
    return request.object() != null
        && request.old() != null
        && rest(request.object()).equals(rest(request.old()));
  }

  private static ObjectNode rest(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    MutablePod.of(copy).metadata().ifPresent(OwnershipOnly::remove);
    return copy;
  }

  private static void remove(MutableObjectMeta metadata) {
    metadata.ownerReferences().remove();
    metadata.finalizers().remove();
    metadata.managedFields().remove();
    metadata.resourceVersion().remove();
  }
}
