package dev.muster.volumes;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.Mounts;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.StatFs;
import dev.muster.linux.SyscallException;
import java.nio.file.Path;

/** Makes the directories that volumes live in, on disk or in memory; again and again is fine. */
final class VolumeDirectories {
  private static final int PRIVATE = 0750;
  private static final int OPEN_TO_ALL = 0777;
  private static final int DIRECTORY = OpenFlags.READ | OpenFlags.DIRECTORY;

  private VolumeDirectories() {}

  /** A directory on the node's disk that every container may use. */
  static Fd onDisk(Path directory) throws SyscallException {
    Fd made = make(directory);
    try {
      made.chmod(OPEN_TO_ALL);
      return made;
    } catch (SyscallException e) {
      made.close();
      throw e;
    }
  }

  /**
   * A directory that is a tmpfs of its own, of at most {@code size} bytes if that is not 0.
   *
   * <p>INVARIANT (secrets): what is returned is on a tmpfs, or nothing is returned.
   */
  static Fd inMemory(Path directory, long size) throws SyscallException, VolumeException {
    if (!isInMemory(directory)) {
      make(directory).close();
      mount(directory, size);
    }
    return reopen(directory);
  }

  static boolean isInMemory(Path directory) throws SyscallException {
    try (Fd open = Fd.open(directory, DIRECTORY | OpenFlags.NO_FOLLOW)) {
      return isOwnTmpfs(open, directory);
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw e;
    }
  }

  private static Fd reopen(Path directory) throws SyscallException, VolumeException {
    Fd mounted = Fd.open(directory, DIRECTORY | OpenFlags.NO_FOLLOW);
    if (!isOwnTmpfs(mounted, directory)) {
      mounted.close();
      throw new VolumeException("\"" + directory + "\" is not a tmpfs; nothing was written to it");
    }
    return mounted;
  }

  private static boolean isOwnTmpfs(Fd open, Path directory) throws SyscallException {
    if (!StatFs.of(open).isTmpfs()) {
      return false;
    }
    try (Fd parent = Fd.open(directory.resolve(".."), OpenFlags.PATH)) {
      return parent.stat().mount() != open.stat().mount();
    }
  }

  /** Without swap where the kernel can: a page of a secret never reaches a disk. */
  private static void mount(Path directory, long size) throws SyscallException {
    String options = size == 0 ? "" : "size=" + size;
    try {
      mount(directory, options.isEmpty() ? "noswap" : options + ",noswap");
    } catch (SyscallException e) {
      if (e.errno() != Errno.EINVAL) {
        throw e;
      }
      mount(directory, options);
    }
  }

  private static void mount(Path directory, String options) throws SyscallException {
    Mounts.mount("tmpfs", directory, "tmpfs", Mounts.NO_SUID | Mounts.NO_DEV, options);
  }

  /** The directory and those above it that are missing; those above are the node's alone. */
  static Fd make(Path directory) throws SyscallException {
    Path parent = directory.getParent();
    if (parent != null) {
      make(parent, directory.getRoot());
    }
    try (Fd above = Fd.open(parent == null ? directory : parent, DIRECTORY)) {
      return makeIn(above, String.valueOf(directory.getFileName()));
    }
  }

  private static void make(Path directory, Path top) throws SyscallException {
    Path parent = directory.getParent();
    if (directory.equals(top) || parent == null || directory.toFile().isDirectory()) {
      return;
    }
    make(parent, top);
    try (Fd above = Fd.open(parent, DIRECTORY)) {
      makeIn(above, String.valueOf(directory.getFileName())).close();
    }
  }

  private static Fd makeIn(Fd above, String name) throws SyscallException {
    try {
      above.makeDirectoryAt(name, PRIVATE);
    } catch (SyscallException e) {
      if (e.errno() != Errno.EEXIST) {
        throw e;
      }
      return above.openAt(name, DIRECTORY, 0);
    }
    Fd made = above.openAt(name, DIRECTORY, 0);
    try {
      made.chmod(PRIVATE);
      return made;
    } catch (SyscallException e) {
      made.close();
      throw e;
    }
  }
}
