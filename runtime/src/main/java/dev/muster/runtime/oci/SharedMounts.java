package dev.muster.runtime.oci;

import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether mounts on the host are passed on to others. */
final class SharedMounts {
  private SharedMounts() {}

  /** Refuses a path whose mount is not shared, nor (where that is enough) a slave. */
  static void require(Path source, boolean slaveWillDo) throws Refused {
    String mountPoint = "";
    String flags = "";
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
        String[] fields = line.split(" - ", 2)[0].split(" ", 7);
        String target = fields[4];
        boolean holds = target.equals("/") || source.startsWith(target);
        if (holds && target.length() >= mountPoint.length()) {
          mountPoint = target;
          flags = fields.length > 6 ? fields[6] : "";
        }
      }
    } catch (IOException e) {
      throw Refused.failed("mounts cannot be listed: " + e.getMessage());
    }
    if (flags.contains("shared:") || slaveWillDo && flags.contains("master:")) {
      return;
    }
    throw Refused.invalid(
        "path \"%s\" is mounted on \"%s\" but it is not a shared%s mount"
            .formatted(source, mountPoint, slaveWillDo ? " or slave" : ""));
  }
}
