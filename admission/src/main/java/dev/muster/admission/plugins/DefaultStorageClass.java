package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import java.util.List;

/** Gives a claim that names no storage class the default one. */
public final class DefaultStorageClass implements AdmissionPlugin {
  static final String CLASS = "volume.beta.kubernetes.io/storage-class";
  private static final List<String> MARKS =
      List.of(
          "storageclass.kubernetes.io/is-default-class",
          "storageclass.beta.kubernetes.io/is-default-class");

  private final Cluster cluster;

  public DefaultStorageClass(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "DefaultStorageClass";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode claim = request.object();
    if (claim == null
        || request.operation() != Operation.CREATE
        || !request.isFor("", "PersistentVolumeClaim")
        || PersistentVolumeClaim.of(claim).metadata().annotations().has(CLASS)
        || PersistentVolumeClaim.of(claim).spec().storageClassName().present()) {
      return;
    }
    DefaultClass.in(cluster, "storage.k8s.io/v1", "StorageClass", MARKS)
        .ifPresent(
            name -> MutablePersistentVolumeClaim.of(claim).spec().ensure().storageClassName(name));
  }
}
