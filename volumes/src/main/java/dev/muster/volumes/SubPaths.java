package dev.muster.volumes;

import dev.muster.base.go.GoText;
import dev.muster.linux.Beneath;
import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.Mounts;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A part of a volume for one container. A container may have put links anywhere in the volume, and
 * may change them at any time: the part is opened by a look-up that the kernel keeps inside the
 * volume, and what was opened, not its name, is then bound to a place only the node can write.
 */
final class SubPaths {
  private static final int BITS_TO_INHERIT = 07777;

  private SubPaths() {}

  static void check(String subPath) throws VolumeException {
    if (subPath.startsWith("/")) {
      throw new VolumeException("error SubPath `" + subPath + "` must not be an absolute path");
    }
    if (Arrays.asList(subPath.split("/", -1)).contains("..")) {
      throw new VolumeException(
          "unable to provision SubPath `" + subPath + "`: must not contain '..'");
    }
  }

  /** Binds the part to {@code target}; a part that does not exist becomes a directory. */
  static void bind(Path volume, String subPath, Path target, String name, String container)
      throws VolumeException {
    String where =
        " for volumeMount " + GoText.quote(name) + " of container " + GoText.quote(container);
    try (Fd root = Fd.open(volume, OpenFlags.PATH)) {
      try {
        makeMissing(root, subPath);
      } catch (SyscallException | IllegalArgumentException e) {
        throw new VolumeException("failed to create subPath directory" + where, e);
      }
      try (Fd part = open(root, subPath)) {
        prepare(part, target);
        Mounts.bind(part, target);
      }
    } catch (SyscallException | IllegalArgumentException e) {
      throw new VolumeException("failed to prepare subPath" + where, e);
    }
  }

  private static Fd open(Fd root, String path) throws SyscallException {
    return Beneath.open(root, path, OpenFlags.PATH, 0);
  }

  private static void makeMissing(Fd root, String subPath) throws SyscallException {
    int mode = root.stat().permissions() & BITS_TO_INHERIT;
    for (int end = subPath.indexOf('/', 1); ; end = subPath.indexOf('/', end + 1)) {
      String part = end < 0 ? subPath : subPath.substring(0, end);
      try {
        open(root, part).close();
      } catch (SyscallException e) {
        if (e.errno() != Errno.ENOENT) {
          throw e;
        }
        make(root, part, mode);
      }
      if (end < 0) {
        return;
      }
    }
  }

  private static void make(Fd root, String path, int mode) throws SyscallException {
    int slash = path.lastIndexOf('/');
    try (Fd parent =
        Beneath.open(
            root,
            slash < 0 ? "." : path.substring(0, slash),
            OpenFlags.READ | OpenFlags.DIRECTORY,
            0)) {
      String name = path.substring(slash + 1);
      parent.makeDirectoryAt(name, mode);
      try (Fd made = parent.openAt(name, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
        made.chown(-1, parent.stat().gid());
        made.chmod(mode);
      }
    }
  }

  /** A mount of an earlier start of the container gives way; it may show an old version. */
  private static void prepare(Fd part, Path target) throws SyscallException {
    Unmounting.detachAll(target);
    Path parent = target.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("no place to bind to: " + target);
    }
    try (Fd above = VolumeDirectories.make(parent)) {
      String name = String.valueOf(target.getFileName());
      DirectoryTrees.remove(above, name);
      if (part.stat().isDirectory()) {
        above.makeDirectoryAt(name, 0750);
      } else {
        above.openAt(name, OpenFlags.WRITE | OpenFlags.CREATE, 0640).close();
      }
    }
  }
}
