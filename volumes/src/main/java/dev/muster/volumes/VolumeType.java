package dev.muster.volumes;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.View;
import java.util.Optional;
import java.util.function.Function;

/** The sorts of volumes a node sets up itself. */
enum VolumeType {
  SECRET(Volume::secret, "kubernetes.io~secret"),
  CONFIG_MAP(Volume::configMap, "kubernetes.io~configmap"),
  DOWNWARD_API(Volume::downwardAPI, "kubernetes.io~downward-api"),
  PROJECTED(Volume::projected, "kubernetes.io~projected"),
  EMPTY_DIR(Volume::emptyDir, "kubernetes.io~empty-dir"),
  HOST_PATH(Volume::hostPath, "kubernetes.io~host-path");

  private final Function<Volume, View> source;
  private final String directory;

  VolumeType(Function<Volume, View> source, String directory) {
    this.source = source;
    this.directory = directory;
  }

  static Optional<VolumeType> of(Volume volume) {
    for (VolumeType type : values()) {
      if (type.source(volume).present()) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  String directory() {
    return directory;
  }

  At source(Volume volume) {
    return source.apply(volume).at();
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
