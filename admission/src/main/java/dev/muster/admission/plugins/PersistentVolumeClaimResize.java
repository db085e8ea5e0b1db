package dev.muster.admission.plugins;

import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.StorageV1.StorageClass;

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
    if (request.object() == null
        || request.old() == null
        || !request.isFor("", "PersistentVolumeClaim")) {
      return;
    }
    PersistentVolumeClaim claim = PersistentVolumeClaim.of(request.object());
    PersistentVolumeClaim old = PersistentVolumeClaim.of(request.old());
    if (size(claim).compareTo(size(old)) <= 0) {
      return;
    }
    if (!old.status().phase().text().equals("Bound")) {
      throw request.forbidden("Only bound persistent volume claims can be expanded");
    }
    String name = className(claim);
    boolean expands =
        !name.isEmpty()
            && name.equals(className(old))
            && cluster
                .get("storage.k8s.io/v1", "StorageClass", "", name)
                .map(found -> StorageClass.of(found).allowVolumeExpansion().truth())
                .orElse(false);
    if (!expands) {
      throw request.forbidden(
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize");
    }
  }

  private static Quantity size(PersistentVolumeClaim claim) {
    String size = claim.spec().resources().requests().text("storage");
    return Quantity.parse(size.isEmpty() ? "0" : size);
  }

  private static String className(PersistentVolumeClaim claim) {
    String annotated = claim.metadata().annotations().text(DefaultStorageClass.CLASS);
    return annotated.isEmpty() ? claim.spec().storageClassName().text() : annotated;
  }
}
