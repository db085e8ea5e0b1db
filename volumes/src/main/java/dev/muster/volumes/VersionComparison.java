package dev.muster.volumes;

import dev.muster.linux.Beneath;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.Listing;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;

/** Compares a version on disk with a payload, so that what is unchanged is not written again. */
final class VersionComparison {
  private static final int DIRECTORY = OpenFlags.READ | OpenFlags.DIRECTORY;

  private final Fd root;
  private final Ownership ownership;

  VersionComparison(Fd root, Ownership ownership) {
    this.root = root;
    this.ownership = ownership;
  }

  /** Whether a version is exactly these files, with their bytes, modes and owners. */
  boolean holds(String version, SortedMap<String, PayloadFile> files) throws SyscallException {
    Set<String> left = new HashSet<>(files.keySet());
    try (Fd top = Beneath.openPlain(root, version, DIRECTORY, 0)) {
      return holds(top, "", files, left) && left.isEmpty();
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw e;
    }
  }

  private boolean holds(
      Fd directory, String path, SortedMap<String, PayloadFile> files, Set<String> left)
      throws SyscallException {
    Stat own = directory.stat();
    if (own.permissions() != ownership.directoryMode() || own.gid() != ownership.group()) {
      return false;
    }
    for (String name : Listing.of(directory)) {
      PayloadFile file = files.get(path + name);
      if (file == null) {
        if (!directory.statAt(name).isDirectory()
            || files.subMap(path + name + "/", path + name + "0").isEmpty()) {
          return false;
        }
        try (Fd child = Beneath.openPlain(directory, name, DIRECTORY, 0)) {
          if (!holds(child, path + name + "/", files, left)) {
            return false;
          }
        }
      } else if (!same(directory, name, file)) {
        return false;
      } else {
        left.remove(path + name);
      }
    }
    return true;
  }

  private static boolean same(Fd directory, String name, PayloadFile file) throws SyscallException {
    Stat stat = directory.statAt(name);
    if (!stat.isFile()
        || stat.permissions() != file.mode()
        || stat.uid() != file.uid()
        || stat.gid() != file.gid()
        || stat.size() != file.content().length()) {
      return false;
    }
    try (Fd open = directory.openAt(name, OpenFlags.READ, 0)) {
      return Arrays.equals(open.read(file.content().length() + 1), file.content().bytes());
    }
  }
}
