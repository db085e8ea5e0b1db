package dev.muster.admission.accounts;

import dev.muster.admission.AdmissionRequest;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Volume;

/**
 * Pods that a node runs by itself and only shows to the server. Whoever may write a node's files
 * must not get at secrets through them.
 */
final class MirrorPod {
  private MirrorPod() {}

  static void refuseSecrets(AdmissionRequest request, PodSpec spec) {
    if (!spec.serviceAccountName().text().isEmpty()) {
      throw request.forbidden("a mirror pod may not reference service accounts");
    }
    boolean secrets =
        !spec.imagePullSecrets().isEmpty()
            || spec.initContainers().stream().anyMatch(MirrorPod::readsSecret)
            || spec.containers().stream().anyMatch(MirrorPod::readsSecret)
            || spec.ephemeralContainers().stream().anyMatch(c -> readsSecret(new Container(c.at())))
            || spec.volumes().stream().anyMatch(MirrorPod::holdsSecret);
    if (secrets) {
      throw request.forbidden("a mirror pod may not reference secrets");
    }
    boolean tokens =
        spec.volumes().stream()
            .flatMap(v -> v.projected().sources().stream())
            .anyMatch(s -> s.serviceAccountToken().present());
    if (tokens) {
      throw request.forbidden("a mirror pod may not use ServiceAccountToken volume projections");
    }
  }

  private static boolean readsSecret(Container container) {
    return container.env().stream().anyMatch(e -> e.valueFrom().secretKeyRef().present())
        || container.envFrom().stream().anyMatch(e -> e.secretRef().present());
  }

  private static boolean holdsSecret(Volume volume) {
    return volume.secret().present()
        || !volume.azureFile().secretName().text().isEmpty()
        || volume.csi().nodePublishSecretRef().present()
        || volume.projected().sources().stream().anyMatch(s -> s.secret().present())
        || volume.cephfs().secretRef().present()
        || volume.flexVolume().secretRef().present()
        || volume.rbd().secretRef().present()
        || volume.scaleIO().secretRef().present()
        || volume.iscsi().secretRef().present()
        || volume.storageos().secretRef().present();
  }
}
