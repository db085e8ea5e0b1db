package dev.muster.authz.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The objects of its namespace that a pod names, and that its node therefore reads. */
public record PodReferences(Set<String> secrets, Set<String> configMaps, Set<String> claims) {
  private static final String[] CONTAINERS = {
    "initContainers", "containers", "ephemeralContainers"
  };
  private static final String[] WITH_SECRET_REF = {
    "cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"
  };

  /** By which a pod names the credential spec of its Windows account. */
  private static final String[] ACCOUNT_ANNOTATIONS = {
    "pod.alpha.kubernetes.io/windows-gmsa-config-map",
    "pod.beta.kubernetes.io/windows-gmsa-config-map"
  };

  public PodReferences {
    secrets = Collections.unmodifiableSet(new HashSet<>(secrets));
    configMaps = Collections.unmodifiableSet(new HashSet<>(configMaps));
    claims = Collections.unmodifiableSet(new HashSet<>(claims));
  }

  /** What this pod names. */
  public static PodReferences of(JsonNode pod) {
    Collected found = new Collected();
    JsonNode spec = pod.path("spec");
    for (JsonNode secret : spec.path("imagePullSecrets")) {
      add(found.secrets, secret.path("name"));
    }
    for (String list : CONTAINERS) {
      for (JsonNode container : spec.path(list)) {
        found.environment(container);
        found.account(container.path("securityContext"));
      }
    }
    found.account(spec.path("securityContext"));
    for (String annotation : ACCOUNT_ANNOTATIONS) {
      add(found.configMaps, pod.path("metadata").path("annotations").path(annotation));
    }
    for (JsonNode volume : spec.path("volumes")) {
      found.volume(volume, pod.path("metadata").path("name").asText());
    }
    return new PodReferences(found.secrets, found.configMaps, found.claims);
  }

  private static void add(Set<String> names, JsonNode name) {
    if (!name.asText().isEmpty()) {
      names.add(name.asText());
    }
  }

  private static final class Collected {
    private final Set<String> secrets = new LinkedHashSet<>();
    private final Set<String> configMaps = new LinkedHashSet<>();
    private final Set<String> claims = new LinkedHashSet<>();

    void environment(JsonNode container) {
      for (JsonNode source : container.path("envFrom")) {
        add(secrets, source.path("secretRef").path("name"));
        add(configMaps, source.path("configMapRef").path("name"));
      }
      for (JsonNode variable : container.path("env")) {
        add(secrets, variable.path("valueFrom").path("secretKeyRef").path("name"));
        add(configMaps, variable.path("valueFrom").path("configMapKeyRef").path("name"));
      }
    }

    void account(JsonNode securityContext) {
      add(configMaps, securityContext.path("windows").path("credentialSpecConfig"));
    }

    void volume(JsonNode volume, String pod) {
      add(secrets, volume.path("secret").path("secretName"));
      add(secrets, volume.path("azureFile").path("secretName"));
      add(secrets, volume.path("csi").path("nodePublishSecretRef").path("name"));
      for (String type : WITH_SECRET_REF) {
        add(secrets, volume.path(type).path("secretRef").path("name"));
      }
      add(configMaps, volume.path("configMap").path("name"));
      for (JsonNode source : volume.path("projected").path("sources")) {
        add(secrets, source.path("secret").path("name"));
        add(configMaps, source.path("configMap").path("name"));
      }
      add(claims, volume.path("persistentVolumeClaim").path("claimName"));
      if (volume.has("ephemeral")) {
        claims.add(pod + "-" + volume.path("name").asText());
      }
    }
  }
}
