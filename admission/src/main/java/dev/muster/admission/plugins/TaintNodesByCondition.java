package dev.muster.admission.plugins;

import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Taint;

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
    for (Taint taint : Node.of(request.object()).spec().taints()) {
      if (taint.key().text().equals(NOT_READY) && taint.effect().text().equals("NoSchedule")) {
        return;
      }
    }
    MutableNode.of(request.object())
        .spec()
        .ensure()
        .taints()
        .add()
        .key(NOT_READY)
        .effect("NoSchedule");
  }
}
