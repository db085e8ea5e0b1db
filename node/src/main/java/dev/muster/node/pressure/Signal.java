package dev.muster.node.pressure;

import java.util.Optional;

/** What a node can be short of. */
public enum Signal {
  MEMORY_AVAILABLE("memory.available", "memory", Pressure.MEMORY),
  NODE_FS_AVAILABLE("nodefs.available", "ephemeral-storage", Pressure.DISK),
  NODE_FS_INODES_FREE("nodefs.inodesFree", "inodes", Pressure.DISK),
  IMAGE_FS_AVAILABLE("imagefs.available", "ephemeral-storage", Pressure.DISK),
  IMAGE_FS_INODES_FREE("imagefs.inodesFree", "inodes", Pressure.DISK),
  PID_AVAILABLE("pid.available", "pids", Pressure.PID);

  private final String text;
  private final String resource;
  private final Pressure pressure;

  Signal(String text, String resource, Pressure pressure) {
    this.text = text;
    this.resource = resource;
    this.pressure = pressure;
  }

  /** As flags and metrics name it. */
  public String text() {
    return text;
  }

  /** What is reclaimed when it is low. */
  public String resource() {
    return resource;
  }

  /** The condition of the node while it is low. */
  public Pressure pressure() {
    return pressure;
  }

  public boolean isInodes() {
    return resource.equals("inodes");
  }

  public boolean isImageFs() {
    return this == IMAGE_FS_AVAILABLE || this == IMAGE_FS_INODES_FREE;
  }

  static Optional<Signal> of(String text) {
    for (Signal each : values()) {
      if (each.text.equals(text)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
