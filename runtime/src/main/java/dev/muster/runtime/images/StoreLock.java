package dev.muster.runtime.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that holds within this process and against others. Many may share it, or one have it
 * alone. The kernel lets go of it when a process dies.
 */
final class StoreLock {
  private final Path file;
  private final ReadWriteLock here = new ReentrantReadWriteLock();
  private final Object sharing = new Object();
  private int sharers;
  private Held shared = new Held(null, null);

  StoreLock(Path file) {
    this.file = file;
  }

  private record Held(@Nullable FileChannel channel, @Nullable FileLock lock) {
    void release() throws IOException {
      if (channel != null) {
        channel.close();
      }
    }
  }

  /** Closing it lets go. */
  interface Hold extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /** Something to do while the lock is held. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  <T> T alone(Work<T> work) throws IOException {
    Lock lock = here.writeLock();
    lock.lock();
    try {
      Held held = take(false);
      try {
        return work.run();
      } finally {
        held.release();
      }
    } finally {
      lock.unlock();
    }
  }

  <T> T shared(Work<T> work) throws IOException {
    Hold hold = shared();
    try {
      return work.run();
    } finally {
      hold.close();
    }
  }

  Hold shared() throws IOException {
    Lock lock = here.readLock();
    lock.lock();
    try {
      synchronized (sharing) {
        if (sharers == 0) {
          shared = take(true);
        }
        sharers++;
      }
      return () -> {
        try {
          synchronized (sharing) {
            if (--sharers == 0) {
              shared.release();
            }
          }
        } finally {
          lock.unlock();
        }
      };
    } catch (IOException | RuntimeException e) {
      lock.unlock();
      throw e;
    }
  }

  private Held take(boolean share) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new Held(channel, channel.lock(0, Long.MAX_VALUE, share));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }
}
