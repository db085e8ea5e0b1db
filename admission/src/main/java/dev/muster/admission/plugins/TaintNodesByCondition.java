package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.field.At;

/** A new node takes no pods until something says that it is ready. */
public final class TaintNodesByCondition implements AdmissionPlugin {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";

  @Override
  public String name() {
    return "TaintNodesByCondition";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (request.operation() != Operation.CREATE
        || !request.isFor("", "Node")
        || request.object() == null) {
      return;
    }
    At taints = request.at().get("spec", "taints");
    for (At taint : taints.each()) {
      if (taint.text("key").equals(NOT_READY) && taint.text("effect").equals("NoSchedule")) {
        return;
      }
    }
    ObjectNode spec = (ObjectNode) request.object().get("spec");
    ArrayNode list = taints.present() ? (ArrayNode) spec.get("taints") : spec.putArray("taints");
    list.addObject().put("key", NOT_READY).put("effect", "NoSchedule");
  }
}
