package dev.muster.admission.accounts;

import dev.muster.admission.AdmissionRequest;
import dev.muster.model.field.At;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pods that a node runs by itself and only shows to the server. Whoever may write a node's files
 * must not get at secrets through them.
 */
final class MirrorPod {
  private MirrorPod() {}

  static void refuseSecrets(AdmissionRequest request, At spec) {
    if (!spec.text("serviceAccountName").isEmpty()) {
      throw request.forbidden("a mirror pod may not reference service accounts");
    }
    boolean secrets =
        spec.get("imagePullSecrets").size() > 0
            || Stream.of("initContainers", "containers", "ephemeralContainers")
                .flatMap(list -> spec.get(list).each().stream())
                .anyMatch(MirrorPod::readsSecret)
            || spec.get("volumes").each().stream().anyMatch(MirrorPod::holdsSecret);
    if (secrets) {
      throw request.forbidden("a mirror pod may not reference secrets");
    }
    boolean tokens =
        spec.get("volumes").each().stream()
            .flatMap(v -> v.get("projected", "sources").each().stream())
            .anyMatch(s -> s.has("serviceAccountToken"));
    if (tokens) {
      throw request.forbidden("a mirror pod may not use ServiceAccountToken volume projections");
    }
  }

  private static boolean readsSecret(At container) {
    return container.get("env").each().stream()
            .anyMatch(e -> e.get("valueFrom", "secretKeyRef").present())
        || container.get("envFrom").each().stream().anyMatch(e -> e.has("secretRef"));
  }

  private static boolean holdsSecret(At volume) {
    return volume.has("secret")
        || !volume.get("azureFile").text("secretName").isEmpty()
        || volume.get("csi").has("nodePublishSecretRef")
        || volume.get("projected", "sources").each().stream().anyMatch(s -> s.has("secret"))
        || List.of("cephfs", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos").stream()
            .anyMatch(type -> volume.get(type).has("secretRef"));
  }
}
