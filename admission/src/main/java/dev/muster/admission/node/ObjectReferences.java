package dev.muster.admission.node;

import dev.muster.authz.node.PodReferences;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a pod needs of the API: a node that shows its own pods there must not get at it so. */
final class ObjectReferences {
  /** Volumes that need nothing of the API. */
  private static final Set<String> OWN =
      Set.of(
          "awsElasticBlockStore",
          "azureDisk",
          "cephfs",
          "cinder",
          "downwardAPI",
          "emptyDir",
          "fc",
          "flexVolume",
          "flocker",
          "gcePersistentDisk",
          "gitRepo",
          "hostPath",
          "image",
          "iscsi",
          "nfs",
          "photonPersistentDisk",
          "portworxVolume",
          "quobyte",
          "rbd",
          "scaleIO",
          "storageos",
          "vsphereVolume");

  private static final Map<String, String> VOLUMES = new LinkedHashMap<>();
  private static final Map<String, String> SOURCES = new LinkedHashMap<>();

  static {
    VOLUMES.put("configMap", "configmaps (via configmap volumes)");
    VOLUMES.put("secret", "secrets (via secret volumes)");
    VOLUMES.put("csi", "csidrivers (via CSI volumes)");
    VOLUMES.put("glusterfs", "endpoints (via glusterFS volumes)");
    VOLUMES.put("persistentVolumeClaim", "persistentvolumeclaims");
    VOLUMES.put("ephemeral", "persistentvolumeclaims (via ephemeral volumes)");
    VOLUMES.put("azureFile", "secrets (via azureFile volumes)");
    SOURCES.put("configMap", "configmaps (via projected volumes)");
    SOURCES.put("secret", "secrets (via projected volumes)");
    SOURCES.put("serviceAccountToken", "serviceaccounts (via projected volumes)");
    SOURCES.put("clusterTrustBundle", "clustertrustbundles");
    SOURCES.put("podCertificate", "podcertificates");
  }

  private ObjectReferences() {}

  /** Why a mirror pod is refused; empty if it needs nothing of the API. */
  static Optional<String> refusal(String node, Pod pod) {
    Optional<String> what = kinds(pod);
    if (what.isPresent()) {
      return what.map(kind -> refused(node, kind));
    }
    for (Volume volume : pod.spec().volumes()) {
      Optional<String> why = volume(node, volume);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private static String refused(String node, String kind) {
    return "node " + GoText.quote(node) + " can not create pods that reference " + kind;
  }

  private static Optional<String> kinds(Pod pod) {
    PodReferences named = PodReferences.of(pod.tree());
    if (!pod.spec().serviceAccountName().text().isEmpty()) {
      return Optional.of("serviceaccounts");
    }
    if (!named.secrets().isEmpty()) {
      return Optional.of("secrets");
    }
    if (!named.configMaps().isEmpty()) {
      return Optional.of("configmaps");
    }
    return pod.spec().resourceClaims().isEmpty() ? Optional.empty() : Optional.of("resourceclaims");
  }

  private static Optional<String> volume(String node, Volume volume) {
    if (OWN.stream().anyMatch(volume.at()::has)) {
      return Optional.empty();
    }
    Optional<String> kind = first(VOLUMES, volume.at());
    if (kind.isPresent()) {
      return kind.map(name -> refused(node, name));
    }
    if (volume.projected().absent()) {
      return unknown("unknown volume type for volume  ", volume);
    }
    for (VolumeProjection source : volume.projected().sources()) {
      Optional<String> needed = first(SOURCES, source.at());
      if (needed.isPresent()) {
        return needed.map(name -> refused(node, name));
      }
      if (source.downwardAPI().absent()) {
        return unknown("unknown source for projected volume ", volume);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> first(Map<String, String> kinds, At where) {
    return kinds.entrySet().stream()
        .filter(each -> where.has(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static Optional<String> unknown(String what, Volume volume) {
    return Optional.of(
        "error checking mirror pod for API references: "
            + what
            + GoText.quote(volume.name().text()));
  }
}
