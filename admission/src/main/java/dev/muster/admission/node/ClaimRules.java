package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaimStatus;
import dev.muster.views.MetaV1.MutableObjectMeta;

/** Of a claim, a node reports the size that a volume has grown to, and nothing else. */
final class ClaimRules {
  private ClaimRules() {}

  static void check(String node, AdmissionRequest request) {
    if (!request.subresource().equals("status")) {
      throw request.forbidden("may only update PVC status");
    }
    if (request.operation() != Operation.UPDATE) {
      throw request.forbidden("unexpected operation " + GoText.quote(request.operation().name()));
    }
    if (!rest(NodeRestriction.old(request)).equals(rest(NodeRestriction.object(request)))) {
      throw request.forbidden(
          "node "
              + GoText.quote(node)
              + " is not allowed to update fields other than status.quantity and status.conditions");
    }
  }

  private static JsonNode rest(JsonNode claim) {
    JsonNode copy = claim.deepCopy();
    if (copy instanceof ObjectNode object) {
      MutablePersistentVolumeClaim rest = MutablePersistentVolumeClaim.of(object);
      rest.metadata().ifPresent(ClaimRules::remove);
      rest.status().ifPresent(ClaimRules::remove);
    }
    return copy;
  }

  private static void remove(MutableObjectMeta metadata) {
    metadata.resourceVersion().remove();
    metadata.managedFields().remove();
  }

  private static void remove(MutablePersistentVolumeClaimStatus status) {
    status.capacity().remove();
    status.conditions().remove();
    status.allocatedResources().remove();
    status.allocatedResourceStatuses().remove();
  }
}
