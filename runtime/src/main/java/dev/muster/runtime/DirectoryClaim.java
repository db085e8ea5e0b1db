package dev.muster.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A directory is one runtime's alone until this is closed, or its process ends. */
final class DirectoryClaim implements AutoCloseable {
  private final FileChannel file;

  private DirectoryClaim(FileChannel file) {
    this.file = file;
  }

  /**
   * Claims a directory.
   *
   * @param what it holds, for the message
   * @throws IOException if another runtime has it
   */
  static DirectoryClaim of(Path directory, String what) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(".runtime.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    if (lock(file) == null) {
      file.close();
      throw new IOException(
          "another runtime uses the " + what + " in \"" + directory + "\": stop it first");
    }
    return new DirectoryClaim(file);
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException ours) {
      return null;
    }
  }

  /** Closing the file lets go of the lock. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
