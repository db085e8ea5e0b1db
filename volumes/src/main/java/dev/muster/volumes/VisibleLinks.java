package dev.muster.volumes;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.Listing;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names that users see: links through {@code ..data}. New ones are made aside, while failing is
 * still harmless, and moved in once their target is published; needless ones go last.
 */
final class VisibleLinks {
  private static final String STAGE = "..links_tmp";
  private static final String THROUGH = AtomicDirectory.DATA + "/";

  private final Fd root;
  private final int group;

  VisibleLinks(Fd root, int group) {
    this.root = root;
    this.group = group;
  }

  int group() {
    return group;
  }

  void stage(Set<String> paths) throws SyscallException {
    Set<String> missing = names(paths);
    missing.removeAll(Listing.of(root));
    if (missing.isEmpty()) {
      return;
    }
    root.makeDirectoryAt(STAGE, 0700);
    try (Fd stage = open()) {
      for (String name : missing) {
        stage.symlinkAt(THROUGH + name, name);
        stage.chownAt(name, 0, group);
      }
    }
  }

  void unstage() throws SyscallException {
    DirectoryTrees.remove(root, STAGE);
  }

  void publish(Set<String> paths) throws SyscallException {
    try (Fd stage = open()) {
      for (String name : Listing.of(stage)) {
        stage.renameAt(name, root, name);
      }
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
    unstage();
    Set<String> wanted = names(paths);
    for (String name : Listing.of(root)) {
      if (!wanted.contains(name) && isOurs(name)) {
        root.unlinkAt(name);
      }
    }
  }

  private Fd open() throws SyscallException {
    return root.openAt(STAGE, OpenFlags.READ | OpenFlags.DIRECTORY, 0);
  }

  private boolean isOurs(String name) throws SyscallException {
    return !name.startsWith("..")
        && root.statAt(name).isSymlink()
        && root.readLinkAt(name).equals(THROUGH + name);
  }

  private static Set<String> names(Set<String> paths) {
    Set<String> names = new TreeSet<>();
    for (String path : paths) {
      int slash = path.indexOf('/');
      names.add(slash < 0 ? path : path.substring(0, slash));
    }
    return names;
  }
}
