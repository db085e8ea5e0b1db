package dev.muster.linux;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;

/**
 * Removes whole directories that others filled. No link is followed and no other mount entered: a
 * mount inside stops the removal with EXDEV before anything of it is touched. Any depth takes a
 * bounded number of descriptors.
 */
public final class DirectoryTrees {
  private static final int DEEPEST = 64;

  private final Fd top;
  private long moved;

  private DirectoryTrees(Fd top) {
    this.top = top;
  }

  /** Removes a directory and all that is below it; nothing there is fine. */
  public static void remove(Path directory) throws SyscallException {
    Path name = requireNonNull(directory.getFileName(), "a root is not removed");
    try (Fd parent = Fd.directory(requireNonNull(directory.toAbsolutePath().getParent()))) {
      remove(parent, name.toString());
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
  }

  /** Removes a name of a directory and all that is below it; nothing there is fine. */
  public static void remove(Fd parent, String name) throws SyscallException {
    try {
      if (!parent.statAt(name).isDirectory()) {
        parent.unlinkAt(name);
        return;
      }
      try (Fd top = enter(parent, name)) {
        new DirectoryTrees(top).empty(top, 0);
      }
      parent.removeDirectoryAt(name);
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
  }

  private static Fd enter(Fd parent, String name) throws SyscallException {
    return Beneath.openPlain(parent, name, OpenFlags.READ | OpenFlags.DIRECTORY, 0);
  }

  private void empty(Fd directory, int depth) throws SyscallException {
    for (List<String> names = Listing.of(directory);
        !names.isEmpty();
        names = depth == 0 ? Listing.of(directory) : List.of()) {
      for (String name : names) {
        if (!directory.statAt(name).isDirectory()) {
          directory.unlinkAt(name);
        } else if (depth == DEEPEST) {
          directory.renameAt(name, top, ".moved-" + directory.stat().inode() + "-" + moved++);
        } else {
          try (Fd child = enter(directory, name)) {
            empty(child, depth + 1);
          }
          directory.removeDirectoryAt(name);
        }
      }
    }
  }
}
