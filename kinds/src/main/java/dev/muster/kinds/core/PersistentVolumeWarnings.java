package dev.muster.kinds.core;

import dev.muster.kinds.pods.NodeLabelWarnings;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the writer of a persistent volume should know. */
final class PersistentVolumeWarnings {
  private static final Map<String, String> ANNOTATIONS = new LinkedHashMap<>();

  /** Sources of no use any more, with the name that the warning gives them. */
  private static final Map<String, String> SOURCES = new LinkedHashMap<>();

  static {
    ANNOTATIONS.put(
        "volume.beta.kubernetes.io/storage-class",
        "deprecated since v1.8; use \"storageClassName\" attribute instead");
    ANNOTATIONS.put(
        "volume.beta.kubernetes.io/mount-options",
        "deprecated since v1.31; use \"mountOptions\" attribute instead");
    SOURCES.put("cephfs", "cephfs: deprecated in v1.28, non-functional in v1.31+");
    SOURCES.put(
        "photonPersistentDisk",
        "photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+");
    SOURCES.put("scaleIO", "scaleIO: deprecated in v1.16, non-functional in v1.22+");
    SOURCES.put("storageos", "storageOS: deprecated in v1.22, non-functional in v1.25+");
    SOURCES.put("glusterfs", "glusterfs: deprecated in v1.25, non-functional in v1.26+");
    SOURCES.put("rbd", "rbd: deprecated in v1.28, non-functional in v1.31+");
  }

  private PersistentVolumeWarnings() {}

  static List<String> of(PersistentVolume volume) {
    List<String> out = new ArrayList<>();
    PersistentVolumeSpec spec = volume.spec();
    ANNOTATIONS.forEach(
        (key, why) -> {
          if (volume.metadata().annotations().has(key)) {
            out.add("metadata.annotations[" + key + "]: " + why);
          }
        });
    if (spec.persistentVolumeReclaimPolicy().text().equals("Recycle")) {
      out.add(
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead,"
              + " the recommended approach is to use dynamic provisioning.");
    }
    for (NodeSelectorTerm term : spec.nodeAffinity().required().nodeSelectorTerms()) {
      out.addAll(NodeLabelWarnings.ofTerm(term, false));
    }
    SOURCES.forEach(
        (source, warning) -> {
          if (spec.at().has(source)) {
            out.add("spec." + warning);
          }
        });
    return out;
  }
}
