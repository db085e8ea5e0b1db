package dev.muster.cri;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The file of a listening socket. It appears under its name only when it is bound and closed to
 * other users; it takes the place of one that nobody listens on, and of nothing else.
 */
final class SocketFile {
  private final Path name;
  private final Path draft;
  private @Nullable Object key;

  private SocketFile(Path name, Path draft) {
    this.name = name;
    this.draft = draft;
  }

  /**
   * Checks that the name may be taken.
   *
   * @throws BindException if something listens there, or it is not a socket
   */
  static SocketFile claim(Path name) throws IOException {
    Path directory = name.toAbsolutePath().getParent();
    if (directory == null) {
      throw new BindException("\"" + name + "\" is a directory, not a socket");
    }
    Files.createDirectories(directory);
    if (Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
      BasicFileAttributes found =
          Files.readAttributes(name, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isOther()) {
        throw new BindException("\"" + name + "\" exists and is not a socket: move it away");
      }
      if (answers(name)) {
        throw new BindException("\"" + name + "\" is in use: another runtime listens there");
      }
    }
    return new SocketFile(name, directory.resolve("." + ProcessHandle.current().pid() + ".s"));
  }

  /** Where to bind before {@link #publish}. */
  Path draft() throws IOException {
    Files.deleteIfExists(draft);
    return draft;
  }

  /** Gives the bound socket its mode and its name. */
  void publish() throws IOException {
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    key = Files.readAttributes(draft, BasicFileAttributes.class).fileKey();
    Files.move(draft, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Removes the file, unless another server has taken the name since. */
  void remove() throws IOException {
    Files.deleteIfExists(draft);
    if (key != null
        && Files.exists(name, LinkOption.NOFOLLOW_LINKS)
        && key.equals(Files.readAttributes(name, BasicFileAttributes.class).fileKey())) {
      Files.deleteIfExists(name);
    }
  }

  private static boolean answers(Path socket) {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return probe.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException nobody) {
      return false;
    }
  }
}
