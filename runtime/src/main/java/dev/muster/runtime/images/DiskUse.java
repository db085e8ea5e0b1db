package dev.muster.runtime.images;

import static java.util.Objects.requireNonNull;

import dev.muster.linux.Fd;
import dev.muster.linux.Trees;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Directories that containers and layers filled: deleted and counted, no link followed. */
final class DiskUse {
  private DiskUse() {}

  /** Deletes a directory and all in it. One that has something mounted in it is left alone. */
  static void delete(Path top) throws IOException {
    try (Fd parent = Fd.directory(requireNonNull(top.getParent()))) {
      Trees.remove(parent, top.getFileName().toString());
    }
  }

  /** What a directory takes; a file with several names counts once. */
  static Usage usage(Path top) throws IOException {
    long bytes = 0;
    long inodes = 0;
    Set<Object> seen = new HashSet<>();
    List<Path> ahead = new ArrayList<>(List.of(top));
    while (!ahead.isEmpty()) {
      Path each = ahead.removeLast();
      try {
        BasicFileAttributes found =
            Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!seen.add(found.fileKey())) {
          continue;
        }
        inodes++;
        bytes += found.size();
        if (found.isDirectory()) {
          try (DirectoryStream<Path> directory = Files.newDirectoryStream(each)) {
            directory.forEach(ahead::add);
          }
        }
      } catch (NoSuchFileException e) {
        // removed while we were counting
      }
    }
    return new Usage(bytes, inodes);
  }
}
