package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.SyscallException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a container mounts another volume inside one that it cannot write, the node makes the
 * directory for it beforehand.
 */
final class NestedMountPoints {
  private NestedMountPoints() {}

  static void make(Fd root, JsonNode pod, String volume) throws SyscallException, VolumeException {
    for (String path : of(pod, volume)) {
      if (path.startsWith("..")) {
        throw new VolumeException("cannot make a mount point inside the volume: " + path);
      }
      for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
        try {
          root.makeDirectoryAt(end < 0 ? path : path.substring(0, end), 0755);
        } catch (SyscallException e) {
          if (e.errno() != Errno.EEXIST) {
            throw e;
          }
        }
        if (end < 0) {
          break;
        }
      }
    }
  }

  static Set<String> of(JsonNode pod, String volume) {
    Set<String> nested = new TreeSet<>();
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : pod.path("spec").path(list)) {
        for (JsonNode outer : container.path("volumeMounts")) {
          if (outer.path("name").asText().equals(volume)
              && outer.path("subPath").asText().isEmpty()
              && outer.path("subPathExpr").asText().isEmpty()) {
            Path base = path(outer);
            for (JsonNode inner : container.path("volumeMounts")) {
              if (!path(inner).equals(base) && path(inner).startsWith(base)) {
                nested.add(base.relativize(path(inner)).toString());
              }
            }
          }
        }
      }
    }
    return nested;
  }

  private static Path path(JsonNode mount) {
    return Path.of("/").resolve(mount.path("mountPath").asText()).normalize();
  }
}
