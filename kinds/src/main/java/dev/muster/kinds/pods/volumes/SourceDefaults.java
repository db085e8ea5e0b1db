package dev.muster.kinds.pods.volumes;

import dev.muster.views.CoreV1.MutableAzureDiskVolumeSource;
import dev.muster.views.CoreV1.MutableHostPathVolumeSource;
import dev.muster.views.CoreV1.MutableISCSIVolumeSource;
import dev.muster.views.CoreV1.MutableRBDVolumeSource;
import dev.muster.views.CoreV1.MutableScaleIOVolumeSource;

/** Defaults of sources that pods and persistent volumes share. */
final class SourceDefaults {
  private SourceDefaults() {}

  static void hostPath(MutableHostPathVolumeSource hostPath) {
    hostPath.type().setIfAbsent("");
  }

  static void iscsi(MutableISCSIVolumeSource iscsi) {
    iscsi.iscsiInterface().setIfAbsent("default");
  }

  static void rbd(MutableRBDVolumeSource rbd) {
    rbd.pool().setIfAbsent("rbd");
    rbd.user().setIfAbsent("admin");
    rbd.keyring().setIfAbsent("/etc/ceph/keyring");
  }

  static void azureDisk(MutableAzureDiskVolumeSource disk) {
    disk.cachingMode().setIfAbsent("ReadWrite");
    disk.kind().setIfAbsent("Shared");
    disk.fsType().setIfAbsent("ext4");
    disk.readOnly().defaultTo(false);
  }

  static void scaleIo(MutableScaleIOVolumeSource scaleIo) {
    scaleIo.storageMode().setIfAbsent("ThinProvisioned");
    scaleIo.fsType().setIfAbsent("xfs");
  }
}
