package dev.muster.runtime.oci;

import dev.muster.linux.MountTable;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;

/** Whether mounts on the host are passed on to others. */
final class SharedMounts {
  private SharedMounts() {}

  /** Refuses a path whose mount is not shared, nor (where that is enough) a slave. */
  static void require(Path source, boolean slaveWillDo) throws Refused {
    MountTable.Mounted mount;
    try {
      mount = MountTable.holding(source);
    } catch (IOException e) {
      throw Refused.failed("mounts cannot be listed: " + e.getMessage());
    }
    String flags = mount.propagation();
    if (flags.contains("shared:") || slaveWillDo && flags.contains("master:")) {
      return;
    }
    throw Refused.invalid(
        "path \"%s\" is mounted on \"%s\" but it is not a shared%s mount"
            .formatted(source, mount.target(), slaveWillDo ? " or slave" : ""));
  }
}
