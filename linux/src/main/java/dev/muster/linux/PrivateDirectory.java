package dev.muster.linux;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A directory that nobody but its owner can enter. What is below it is out of everybody else's
 * reach, whoever made it and whatever its own permissions say.
 */
public final class PrivateDirectory {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> NEW = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
  private static final Path THIS_PROCESS = Path.of("/proc/self");

  private PrivateDirectory() {}

  /**
   * Makes the directory, with those above it, or takes the rights of others to one that is there.
   *
   * @return its absolute path
   * @throws IOException if it cannot be had for oneself: it is a link or no directory, belongs to
   *     another user, or is there for everybody, such as {@code /tmp}
   */
  public static Path claim(Path directory) throws IOException {
    Path path = directory.toAbsolutePath().normalize();
    if (Files.isSymbolicLink(path)) {
      throw refused(path, "is a symbolic link: name the directory that it leads to");
    }
    Files.createDirectories(path, NEW);
    int owner = uid(path);
    int self = Files.exists(THIS_PROCESS) ? uid(THIS_PROCESS) : owner;
    if (owner != self) {
      throw refused(
          path,
          "belongs to uid %d, who could read and replace all that is kept in it: name another"
                  .formatted(owner)
              + " directory, or give this one to uid %d".formatted(self));
    }
    Set<PosixFilePermission> now = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    if (now.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw refused(path, "is there for everybody to write in: name a directory below it");
    }
    if (!now.equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    }
    return path;
  }

  private static int uid(Path path) throws IOException {
    // /proc/self is a link to the directory whose owner is meant
    return path.equals(THIS_PROCESS)
        ? (int) Files.getAttribute(path, "unix:uid")
        : (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  private static FileSystemException refused(Path path, String why) {
    return new FileSystemException("\"" + path + "\"", null, why);
  }
}
