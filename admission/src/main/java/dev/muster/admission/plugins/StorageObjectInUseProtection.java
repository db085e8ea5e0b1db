package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.field.At;

/** Volumes and claims are held by a finalizer for as long as something uses them. */
public final class StorageObjectInUseProtection implements AdmissionPlugin {
  @Override
  public String name() {
    return "StorageObjectInUseProtection";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (request.operation() != Operation.CREATE || request.object() == null) {
      return;
    }
    if (request.isFor("", "PersistentVolume")) {
      hold(request, "kubernetes.io/pv-protection");
    } else if (request.isFor("", "PersistentVolumeClaim")) {
      hold(request, "kubernetes.io/pvc-protection");
    }
  }

  private static void hold(AdmissionRequest request, String finalizer) {
    At finalizers = request.at().get("metadata", "finalizers");
    if (finalizers.texts().contains(finalizer) || request.object() == null) {
      return;
    }
    ObjectNode metadata = (ObjectNode) request.object().get("metadata");
    ArrayNode list =
        finalizers.present()
            ? (ArrayNode) metadata.get("finalizers")
            : metadata.putArray("finalizers");
    list.add(finalizer);
  }
}
