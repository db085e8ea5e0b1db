package dev.muster.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Keeps a second process, or a second store in this one, away from the same directory. */
final class DirectoryLock implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  static DirectoryLock acquire(Path directory) {
    Path file = directory.resolve("store.lock");
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        if (channel.tryLock() != null) {
          return new DirectoryLock(channel);
        }
      } catch (OverlappingFileLockException e) {
        // this process has it open already: the same answer
      }
      channel.close();
    } catch (IOException e) {
      throw new StoreException("cannot lock \"" + file + "\": " + e.getMessage(), e);
    }
    throw new StoreException(
        "the store in \""
            + directory
            + "\" is in use by another process: stop that one, or use another directory");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException("cannot unlock the store: " + e.getMessage(), e);
    }
  }
}
