package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.model.field.At;

/**
 * A pod stays five minutes on a node that is not ready or unreachable, unless it says otherwise.
 */
public final class DefaultTolerationSeconds implements AdmissionPlugin {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final long SECONDS = 300;

  @Override
  public String name() {
    return "DefaultTolerationSeconds";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (!request.isFor("", "Pod") || request.object() == null) {
      return;
    }
    At tolerations = request.at().get("spec", "tolerations");
    boolean notReady = false;
    boolean unreachable = false;
    for (At toleration : tolerations.each()) {
      String effect = toleration.text("effect");
      if (effect.isEmpty() || effect.equals("NoExecute")) {
        String key = toleration.text("key");
        notReady |= key.isEmpty() || key.equals(NOT_READY);
        unreachable |= key.isEmpty() || key.equals(UNREACHABLE);
      }
    }
    if (notReady && unreachable) {
      return;
    }
    ObjectNode spec = (ObjectNode) request.object().get("spec");
    ArrayNode list =
        tolerations.present() ? (ArrayNode) spec.get("tolerations") : spec.putArray("tolerations");
    if (!notReady) {
      add(list, NOT_READY);
    }
    if (!unreachable) {
      add(list, UNREACHABLE);
    }
  }

  private static void add(ArrayNode to, String key) {
    to.addObject()
        .put("key", key)
        .put("operator", "Exists")
        .put("effect", "NoExecute")
        .put("tolerationSeconds", SECONDS);
  }
}
