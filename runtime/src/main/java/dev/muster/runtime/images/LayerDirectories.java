package dev.muster.runtime.images;

import static java.util.Objects.requireNonNull;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Fd;
import java.io.IOException;
import java.nio.file.Path;

/** Directories that containers and layers filled. */
final class LayerDirectories {
  private LayerDirectories() {}

  /** Deletes a directory and all in it. One that has something mounted in it is left alone. */
  static void delete(Path top) throws IOException {
    try (Fd parent = Fd.directory(requireNonNull(top.getParent()))) {
      DirectoryTrees.remove(parent, top.getFileName().toString());
    }
  }
}
