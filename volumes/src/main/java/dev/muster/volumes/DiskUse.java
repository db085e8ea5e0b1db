package dev.muster.volumes;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/** How much the files below a directory hold. Its owner may change it meanwhile. */
final class DiskUse extends SimpleFileVisitor<Path> {
  private final Set<Object> seen = new HashSet<>();
  private long bytes;

  private DiskUse() {}

  /** In bytes; a file with several names counts once, and links count for nothing. */
  static long of(Path directory) throws IOException {
    DiskUse use = new DiskUse();
    Files.walkFileTree(directory, use);
    return use.bytes;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile() && seen.add(attributes.fileKey())) {
      bytes += attributes.size();
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException gone) {
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, IOException gone) {
    return FileVisitResult.CONTINUE;
  }
}
