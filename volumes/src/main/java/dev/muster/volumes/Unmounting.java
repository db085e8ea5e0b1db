package dev.muster.volumes;

import dev.muster.linux.Errno;
import dev.muster.linux.Mounts;
import dev.muster.linux.SyscallException;
import java.nio.file.Path;

/** Takes mounts away, however many lie on one another. */
final class Unmounting {
  private Unmounting() {}

  static void detachAll(Path target) throws SyscallException {
    detachAll(target.toString());
  }

  /** As {@link #detachAll(Path)}, of a path as the table of mounts lists it. */
  static void detachAll(String target) throws SyscallException {
    while (true) {
      try {
        Mounts.detach(target);
      } catch (SyscallException e) {
        if (e.errno() == Errno.EINVAL || e.errno() == Errno.ENOENT) {
          return;
        }
        throw e;
      }
    }
  }
}
