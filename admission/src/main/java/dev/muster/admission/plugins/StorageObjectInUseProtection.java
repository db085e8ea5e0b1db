package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;

/** Volumes and claims are held by a finalizer for as long as something uses them. */
public final class StorageObjectInUseProtection implements AdmissionPlugin {
  @Override
  public String name() {
    return "StorageObjectInUseProtection";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (request.operation() != Operation.CREATE || object == null) {
      return;
    }
    if (request.isFor("", "PersistentVolume")) {
      hold(object, "kubernetes.io/pv-protection");
    } else if (request.isFor("", "PersistentVolumeClaim")) {
      hold(object, "kubernetes.io/pvc-protection");
    }
  }

  private static void hold(ObjectNode object, String finalizer) {
    if (!ObjectMeta.ofObject(object).finalizers().texts().contains(finalizer)) {
      MutableObjectMeta.ofObject(object).finalizers().list().add(finalizer);
    }
  }
}
