package dev.muster.linux;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole or not at all, whatever happens while they are written. */
public final class DurableFiles {
  private DurableFiles() {}

  /** Replaces a small file; only its owner may read it. */
  public static void write(Path file, byte[] content) throws IOException {
    Path draft = Files.createTempFile(file.getParent(), ".draft-", "");
    try {
      try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          int unused = out.write(bytes);
        }
        out.force(true);
      }
      publish(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Gives a file or directory, already synced, its final name. */
  public static void publish(Path draft, Path name) throws IOException {
    Files.move(draft, name, StandardCopyOption.ATOMIC_MOVE);
    sync(requireNonNull(name.getParent()));
  }

  /** What was written to it, or the names in it, survive a power failure from now on. */
  public static void sync(Path fileOrDirectory) throws IOException {
    try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
