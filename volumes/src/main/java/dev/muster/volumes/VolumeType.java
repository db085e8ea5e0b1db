package dev.muster.volumes;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Volume;
import java.util.Optional;

/** The sorts of volumes a node sets up itself. */
enum VolumeType {
  SECRET("secret", "kubernetes.io~secret"),
  CONFIG_MAP("configMap", "kubernetes.io~configmap"),
  DOWNWARD_API("downwardAPI", "kubernetes.io~downward-api"),
  PROJECTED("projected", "kubernetes.io~projected"),
  EMPTY_DIR("emptyDir", "kubernetes.io~empty-dir"),
  HOST_PATH("hostPath", "kubernetes.io~host-path");

  private final String field;
  private final String directory;

  VolumeType(String field, String directory) {
    this.field = field;
    this.directory = directory;
  }

  static Optional<VolumeType> of(Volume volume) {
    for (VolumeType type : values()) {
      if (volume.at().has(type.field)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  String directory() {
    return directory;
  }

  At source(Volume volume) {
    return volume.at().get(field);
  }

  /** Written by the node alone: containers get it read-only. */
  boolean readOnly() {
    return this != EMPTY_DIR && this != HOST_PATH;
  }

  /** Holds what must never reach a disk. */
  boolean inMemory() {
    return this == SECRET || this == PROJECTED || this == DOWNWARD_API;
  }
}
