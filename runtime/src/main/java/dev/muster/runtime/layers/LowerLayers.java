package dev.muster.runtime.layers;

import dev.muster.linux.Errno;
import dev.muster.linux.ExtendedAttributes;
import dev.muster.linux.Fd;
import dev.muster.linux.Links;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The unpacked layers below the one that is unpacked, as their overlay would show them. */
final class LowerLayers {
  static final String OPAQUE = "trusted.overlay.opaque";

  private final List<Path> topFirst;

  LowerLayers(List<Path> topFirst) {
    this.topFirst = List.copyOf(topFirst);
  }

  /**
   * What is at a path.
   *
   * @param linkTarget where it is a link
   */
  record Found(Stat status, String linkTarget) {}

  /** Looks a path up whose parents are directories; a link in their place is not followed. */
  Optional<Found> find(List<String> path) throws SyscallException {
    for (Path layer : topFirst) {
      try (Fd root = Fd.directory(layer)) {
        if (path.isEmpty()) {
          return Optional.of(new Found(root.stat(), ""));
        }
        Answer answer = find(root, path);
        if (answer.found().isPresent() || answer.last()) {
          return answer.found();
        }
      }
    }
    return Optional.empty();
  }

  /** What one layer knows, and whether it hides the layers below it. */
  private record Answer(Optional<Found> found, boolean last) {}

  private Answer find(Fd directory, List<String> path) throws SyscallException {
    boolean opaque = isOpaque(directory);
    String name = path.getFirst();
    Stat status;
    try {
      status = directory.statAt(name);
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
      return new Answer(Optional.empty(), opaque);
    }
    if (isWhiteout(status)) {
      return new Answer(Optional.empty(), true);
    }
    if (path.size() == 1) {
      String target = status.isSymlink() ? Links.target(directory, name) : "";
      return new Answer(Optional.of(new Found(status, target)), true);
    }
    if (!status.isDirectory()) {
      return new Answer(Optional.empty(), true);
    }
    try (Fd next = directory.openAt(name, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
      Answer below = find(next, path.subList(1, path.size()));
      return opaque ? new Answer(below.found(), true) : below;
    }
  }

  /** How an overlay file system writes that a name of a lower layer is gone. */
  static boolean isWhiteout(Stat status) {
    return status.isCharacterDevice() && status.node() == 0;
  }

  private static boolean isOpaque(Fd directory) throws SyscallException {
    Optional<byte[]> mark = ExtendedAttributes.get(directory, OPAQUE);
    return mark.isPresent() && mark.get().length == 1 && mark.get()[0] == 'y';
  }
}
