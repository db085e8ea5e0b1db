package dev.muster.runtime.images;

import static java.util.Objects.requireNonNull;

import dev.muster.linux.Fd;
import dev.muster.linux.Trees;
import java.io.IOException;
import java.nio.file.Path;

/** Directories that containers and layers filled. */
final class DiskUse {
  private DiskUse() {}

  /** Deletes a directory and all in it. One that has something mounted in it is left alone. */
  static void delete(Path top) throws IOException {
    try (Fd parent = Fd.directory(requireNonNull(top.getParent()))) {
      Trees.remove(parent, top.getFileName().toString());
    }
  }
}
