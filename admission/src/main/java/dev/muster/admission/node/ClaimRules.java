package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import java.util.List;

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
    if (copy.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(List.of("resourceVersion", "managedFields"));
    }
    if (copy.get("status") instanceof ObjectNode status) {
      status.remove(
          List.of("capacity", "conditions", "allocatedResources", "allocatedResourceStatuses"));
    }
    return copy;
  }
}
