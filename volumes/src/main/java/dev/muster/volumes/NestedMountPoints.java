package dev.muster.volumes;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.SyscallException;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.VolumeMount;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a container mounts another volume inside one that it cannot write, the node makes the
 * directory for it beforehand.
 */
final class NestedMountPoints {
  private NestedMountPoints() {}

  static void make(Fd root, Pod pod, String volume) throws SyscallException, VolumeException {
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

  static Set<String> of(Pod pod, String volume) {
    Set<String> nested = new TreeSet<>();
    pod.spec().initContainers().forEach(container -> add(nested, container, volume));
    pod.spec().containers().forEach(container -> add(nested, container, volume));
    return nested;
  }

  private static void add(Set<String> nested, Container container, String volume) {
    for (VolumeMount outer : container.volumeMounts()) {
      if (outer.name().text().equals(volume)
          && outer.subPath().empty()
          && outer.subPathExpr().empty()) {
        Path base = path(outer);
        for (VolumeMount inner : container.volumeMounts()) {
          if (!path(inner).equals(base) && path(inner).startsWith(base)) {
            nested.add(base.relativize(path(inner)).toString());
          }
        }
      }
    }
  }

  private static Path path(VolumeMount mount) {
    return Path.of("/").resolve(mount.mountPath().text()).normalize();
  }
}
