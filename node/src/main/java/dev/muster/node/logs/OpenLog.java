package dev.muster.node.logs;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log that is being read.
 *
 * @param key which file it is; while it is open no other can have the same
 */
record OpenLog(Path path, RandomAccessFile file, @Nullable Object key) implements Closeable {
  /** Opens the file that has the name now. */
  static OpenLog of(Path path) throws IOException {
    while (true) {
      Object before = key(path);
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
      if (Objects.equals(before, key(path))) {
        return new OpenLog(path, file, before);
      }
      file.close();
    }
  }

  /** Whether another file has its name: the runtime has begun a new log. */
  boolean isReplaced() throws IOException {
    try {
      return !Objects.equals(key, key(path));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
