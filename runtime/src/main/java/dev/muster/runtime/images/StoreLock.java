package dev.muster.runtime.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that holds within this process and against others. Many may share it, or one have it
 * alone. The kernel lets go of it when a process dies.
 */
final class StoreLock {
  /** One for each file in this process: the kernel's locks do not tell threads apart. */
  private static final Map<Path, StoreLock> ALL = new ConcurrentHashMap<>();

  private final Path file;
  private final ReadWriteLock here = new ReentrantReadWriteLock();
  private final Object sharing = new Object();
  private int sharers;
  private Held shared = new Held(null, null);

  private StoreLock(Path file) {
    this.file = file;
  }

  static StoreLock of(Path file) {
    return ALL.computeIfAbsent(file, StoreLock::new);
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

  /** As {@link #alone}, where nobody else has it at the moment; otherwise nothing is done. */
  boolean aloneIfFree(Work<Boolean> work) throws IOException {
    Lock lock = here.writeLock();
    if (!lock.tryLock()) {
      return false;
    }
    try (FileChannel channel = open();
        FileLock held = channel.tryLock()) {
      return held != null && work.run();
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
    FileChannel channel = open();
    try {
      return new Held(channel, channel.lock(0, Long.MAX_VALUE, share));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }
}
