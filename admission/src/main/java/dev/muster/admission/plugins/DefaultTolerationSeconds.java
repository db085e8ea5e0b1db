package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutableToleration;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Toleration;
import dev.muster.views.StructListField;

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
    ObjectNode pod = request.object();
    if (!request.isFor("", "Pod") || pod == null) {
      return;
    }
    boolean notReady = false;
    boolean unreachable = false;
    for (Toleration toleration : Pod.of(pod).spec().tolerations()) {
      String effect = toleration.effect().text();
      if (effect.isEmpty() || effect.equals("NoExecute")) {
        String key = toleration.key().text();
        notReady |= key.isEmpty() || key.equals(NOT_READY);
        unreachable |= key.isEmpty() || key.equals(UNREACHABLE);
      }
    }
    if (notReady && unreachable) {
      return;
    }
    StructListField<MutableToleration> tolerations =
        MutablePod.of(pod).spec().ensure().tolerations();
    if (!notReady) {
      tolerate(tolerations.add(), NOT_READY);
    }
    if (!unreachable) {
      tolerate(tolerations.add(), UNREACHABLE);
    }
  }

  private static void tolerate(MutableToleration toleration, String key) {
    toleration.key(key).operator("Exists").effect("NoExecute").tolerationSeconds(SECONDS);
  }
}
