package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.model.quantity.Quantity;

/** Lets a claim grow only where its storage class says that it can. */
public final class PersistentVolumeClaimResize implements AdmissionPlugin {
  private final Cluster cluster;

  public PersistentVolumeClaimResize(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "PersistentVolumeClaimResize";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode claim = request.object();
    ObjectNode old = request.old();
    if (claim == null || old == null || !request.isFor("", "PersistentVolumeClaim")) {
      return;
    }
    if (size(claim).compareTo(size(old)) <= 0) {
      return;
    }
    if (!old.path("status").path("phase").asText().equals("Bound")) {
      throw request.forbidden("Only bound persistent volume claims can be expanded");
    }
    String name = className(claim);
    boolean expands =
        !name.isEmpty()
            && name.equals(className(old))
            && cluster
                .get("storage.k8s.io/v1", "StorageClass", "", name)
                .map(found -> found.path("allowVolumeExpansion").asBoolean())
                .orElse(false);
    if (!expands) {
      throw request.forbidden(
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize");
    }
  }

  private static Quantity size(ObjectNode claim) {
    return Quantity.parse(
        claim.path("spec").path("resources").path("requests").path("storage").asText("0"));
  }

  private static String className(ObjectNode claim) {
    String annotated =
        claim.path("metadata").path("annotations").path(DefaultStorageClass.CLASS).asText("");
    return annotated.isEmpty() ? claim.path("spec").path("storageClassName").asText("") : annotated;
  }
}
