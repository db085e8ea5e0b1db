package dev.muster.authz.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/** The secrets that a node needs to mount a persistent volume. */
final class VolumeSecrets {
  private static final String[] TYPES = {
    "cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"
  };
  private static final String[] OF_CSI = {
    "nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"
  };

  private VolumeSecrets() {}

  static Set<ObjectKey> of(JsonNode volume) {
    JsonNode spec = volume.path("spec");
    String claimed = spec.path("claimRef").path("namespace").asText();
    Set<ObjectKey> secrets = new HashSet<>();
    JsonNode azure = spec.path("azureFile");
    add(secrets, azure.path("secretName"), azure.path("secretNamespace"), claimed);
    for (String type : TYPES) {
      JsonNode reference = spec.path(type).path("secretRef");
      add(secrets, reference.path("name"), reference.path("namespace"), claimed);
    }
    for (String field : OF_CSI) {
      JsonNode reference = spec.path("csi").path(field);
      add(secrets, reference.path("name"), reference.path("namespace"), claimed);
    }
    return secrets;
  }

  private static void add(
      Set<ObjectKey> secrets, JsonNode name, JsonNode namespace, String claimed) {
    if (!name.asText().isEmpty()) {
      String own = namespace.asText();
      secrets.add(new ObjectKey(ObjectType.SECRET, own.isEmpty() ? claimed : own, name.asText()));
    }
  }
}
