package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of sources that pods and persistent volumes share. */
final class SourceDefaults {
  private SourceDefaults() {}

  /** Fills in the sources among an object's fields. */
  static void apply(ObjectNode holder) {
    if (holder.get("hostPath") instanceof ObjectNode hostPath) {
      text(hostPath, "type", "");
    }
    if (holder.get("iscsi") instanceof ObjectNode iscsi) {
      text(iscsi, "iscsiInterface", "default");
    }
    if (holder.get("rbd") instanceof ObjectNode rbd) {
      text(rbd, "pool", "rbd");
      text(rbd, "user", "admin");
      text(rbd, "keyring", "/etc/ceph/keyring");
    }
    if (holder.get("azureDisk") instanceof ObjectNode disk) {
      text(disk, "cachingMode", "ReadWrite");
      text(disk, "kind", "Shared");
      text(disk, "fsType", "ext4");
      if (!disk.has("readOnly")) {
        disk.put("readOnly", false);
      }
    }
    if (holder.get("scaleIO") instanceof ObjectNode scaleIo) {
      text(scaleIo, "storageMode", "ThinProvisioned");
      text(scaleIo, "fsType", "xfs");
    }
  }

  private static void text(ObjectNode source, String field, String value) {
    JsonNode given = source.get(field);
    if (given == null || given.isNull()) {
      source.put(field, value);
    }
  }
}
