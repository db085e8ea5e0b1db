package dev.muster.runtime.pods;

import dev.muster.cri.v1.UserNamespace;
import dev.muster.linux.Fd;
import dev.muster.linux.MountTable;
import dev.muster.linux.Mounts;
import dev.muster.linux.PrivateDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** Where the runtime keeps things below its root. */
public record Layout(Path root) implements AutoCloseable {
  private static final Path SHOWN = Path.of("/run/muster");

  /** Makes the directories, for their owner alone. */
  public static Layout in(Path root) throws IOException {
    Layout layout = new Layout(PrivateDirectory.claim(root));
    for (Path each :
        List.of(layout.sandboxes(), layout.containers(), layout.exits(), layout.sockets())) {
      PrivateDirectory.claim(each);
    }
    return layout;
  }

  Path sandboxes() {
    return root.resolve("sandboxes");
  }

  Path containers() {
    return root.resolve("containers");
  }

  /** Where conmon leaves exit codes. */
  public Path exits() {
    return root.resolve("exits");
  }

  /** Where conmon names its sockets. */
  public Path sockets() {
    return root.resolve("attach");
  }

  /**
   * Where processes in user namespaces find what is theirs: they are nobody in particular outside,
   * and the way to the root is usually closed to everybody but its owner.
   */
  Path shown() {
    return SHOWN.resolve(Integer.toHexString(root.toString().hashCode()));
  }

  /**
   * The directory of one container or sandbox in there, made when it is not there. Only those who
   * are root inside can enter it, and root.
   */
  Path show(String id, UserNamespace users) throws IOException {
    Path own = show(id);
    try (Fd opened = Fd.directory(own)) {
      opened.chown(users.getUids(0).getHostId(), users.getGids(0).getHostId());
    }
    return own;
  }

  /** As for a user namespace whose root is root. */
  Path show(String id) throws IOException {
    Path own = Files.createDirectories(shown()).resolve(id);
    for (Path each : List.of(SHOWN, shown())) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx--x--x"));
    }
    Files.createDirectories(own);
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    return own;
  }

  /** Takes away what is shown to nobody any more, down to the directories. */
  @Override
  public void close() throws IOException {
    for (Path each : List.of(shown(), SHOWN)) {
      try {
        Files.deleteIfExists(each);
      } catch (DirectoryNotEmptyException e) {
        return; // containers that go on
      }
    }
  }

  /** State of an OCI runtime. */
  public Path oci(String handler) {
    return root.resolve("oci").resolve(handler.isEmpty() ? "default" : handler);
  }

  /** Unmounts what is at or below a directory. */
  static void unmount(Path directory) throws IOException {
    for (String each : MountTable.atOrBelow(directory)) {
      Mounts.detach(each);
    }
  }

  /** Unmounts what is below a directory and deletes it; links are not followed. */
  static void clear(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    unmount(directory);
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.toList();
    }
    for (Path each : all.reversed()) {
      Files.deleteIfExists(each);
    }
  }
}
