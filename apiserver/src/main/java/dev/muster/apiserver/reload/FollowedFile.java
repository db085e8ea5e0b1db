package dev.muster.apiserver.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Has a file read again within a second of a change, however it was changed. */
public final class FollowedFile implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** Two writes so close to each other can leave the same time on a file. */
  private static final Duration YOUNG = Duration.ofSeconds(1);

  /** Reads the file. Called by one thread, never for two changes at a time; must not throw. */
  @FunctionalInterface
  public interface Reading {
    /**
     * @param changed false if only its age says that it may have changed
     */
    void read(boolean changed);

    /** It was looked at, whether it has changed or not. Must not throw. */
    default void looked() {}
  }

  private final Path file;
  private final Thread follower;
  private @Nullable Stamp seen;

  /** Tells versions of a file apart. */
  private record Stamp(Instant changed, long size, Object key) {
    static @Nullable Stamp of(Path file) {
      try {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Object key = now.fileKey();
        return new Stamp(now.lastModifiedTime().toInstant(), now.size(), key == null ? "" : key);
      } catch (IOException e) {
        return null;
      }
    }

    boolean isYoung() {
      return changed.isAfter(Instant.now().minus(YOUNG));
    }
  }

  private FollowedFile(Path file, Reading reading) {
    this.file = file;
    this.seen = Stamp.of(file);
    this.follower = Thread.ofVirtual().name("followed-file").unstarted(() -> run(reading));
  }

  /** A file as it is now. What changes from now on is told once {@link #start} was called. */
  public static FollowedFile at(Path file, Reading reading) {
    return new FollowedFile(file, reading);
  }

  public void start() {
    follower.start();
  }

  private void run(Reading reading) {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        Stamp now = Stamp.of(file);
        if (now == null || !now.equals(seen) || now.isYoung()) {
          boolean changed = !Objects.equals(now, seen);
          seen = now;
          reading.read(changed);
        }
        reading.looked();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    follower.interrupt();
  }
}
