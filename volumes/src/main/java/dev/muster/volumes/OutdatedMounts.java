package dev.muster.volumes;

import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sub-paths of payloads that show a running container what they showed when it started. */
record OutdatedMounts(Pod pod, PodDirectories directories) {
  /** Where the container sees old content, given the volumes that have changed. */
  List<String> of(Container container, Set<String> changed) {
    List<String> places = new ArrayList<>();
    int index = 0;
    for (VolumeMount mount : container.volumeMounts()) {
      String name = mount.name().text();
      if (changed.contains(name) && outdated(mount, container, name, index)) {
        places.add(mount.mountPath().text());
      }
      index++;
    }
    return places;
  }

  private boolean outdated(VolumeMount mount, Container container, String name, int index) {
    String subPath = mount.subPath().text();
    if (subPath.isEmpty()) {
      return mount.subPathExpr().present();
    }
    Optional<Path> volume = volume(name);
    Path bound = directories.subPath(name, container.name().text(), index);
    return volume.isPresent()
        && Files.exists(bound)
        && differs(bound, volume.get().resolve(subPath));
  }

  private Optional<Path> volume(String name) {
    for (Volume volume : pod.spec().volumes()) {
      if (volume.name().text().equals(name)) {
        return VolumeType.of(volume).map(type -> directories.volume(type, name));
      }
    }
    return Optional.empty();
  }

  private static boolean differs(Path bound, Path now) {
    try (Fd old = Fd.open(bound, OpenFlags.PATH);
        Fd current = Fd.open(now, OpenFlags.PATH)) {
      Stat before = old.stat();
      Stat after = current.stat();
      if (before.device() == after.device() && before.inode() == after.inode()) {
        return false;
      }
      return !before.isFile() || !after.isFile() || Files.mismatch(bound, now) >= 0;
    } catch (SyscallException e) {
      return true;
    } catch (IOException e) {
      return true;
    }
  }
}
