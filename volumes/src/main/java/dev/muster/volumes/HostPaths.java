package dev.muster.volumes;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import dev.muster.views.CoreV1.HostPathVolumeSource;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/** Files and directories of the node itself, checked to be of the sort that was asked for. */
final class HostPaths {
  private static final int DIRECTORY = 0755;
  private static final int FILE = 0644;

  private HostPaths() {}

  static void check(HostPathVolumeSource source) throws SyscallException, VolumeException {
    String path = source.path().text();
    if (Arrays.asList(path.split("/", -1)).contains("..")) {
      throw new VolumeException("invalid HostPath `" + path + "`: must not contain '..'");
    }
    String type = source.type().text();
    switch (type) {
      case "" -> {}
      case "DirectoryOrCreate" -> {
        if (stat(path).isEmpty()) {
          makeDirectories(Path.of(path));
        }
        expect(path, Stat::isDirectory, "a directory");
      }
      case "Directory" -> expect(path, Stat::isDirectory, "a directory");
      case "FileOrCreate" -> {
        if (stat(path).isEmpty()) {
          try (Fd made = Fd.open(Path.of(path), OpenFlags.WRITE | OpenFlags.CREATE, FILE)) {
            made.chmod(FILE);
          }
        }
        expect(path, stat -> !stat.isDirectory(), "a file");
      }
      case "File" -> expect(path, stat -> !stat.isDirectory(), "a file");
      case "Socket" -> expect(path, Stat::isSocket, "a socket file");
      case "CharDevice" -> expect(path, Stat::isCharacterDevice, "a character device");
      case "BlockDevice" -> expect(path, Stat::isBlockDevice, "a block device");
      default -> throw new VolumeException(type + " is an invalid volume type");
    }
  }

  private static void expect(String path, Predicate<Stat> kind, String name)
      throws SyscallException, VolumeException {
    if (!stat(path).map(kind::test).orElse(false)) {
      throw new VolumeException("hostPath type check failed: " + path + " is not " + name);
    }
  }

  private static Optional<Stat> stat(String path) throws SyscallException {
    try (Fd file = Fd.open(Path.of(path), OpenFlags.PATH)) {
      return Optional.of(file.stat());
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static void makeDirectories(Path path) throws SyscallException, VolumeException {
    Path parent = path.getParent();
    if (parent == null) {
      return;
    }
    if (stat(parent.toString()).isEmpty()) {
      makeDirectories(parent);
    }
    try (Fd above = Fd.open(parent, OpenFlags.READ | OpenFlags.DIRECTORY)) {
      String name = String.valueOf(path.getFileName());
      above.makeDirectoryAt(name, DIRECTORY);
      try (Fd made = above.openAt(name, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
        made.chmod(DIRECTORY);
      }
    } catch (SyscallException e) {
      if (e.errno() != Errno.EEXIST) {
        throw e;
      }
    }
  }
}
