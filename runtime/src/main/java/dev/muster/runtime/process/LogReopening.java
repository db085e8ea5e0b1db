package dev.muster.runtime.process;

import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Has a container's conmon write its log to a new file of the same name. */
public final class LogReopening {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private LogReopening() {}

  /** Returns when the new file is there: from then on nothing is written to the one before. */
  public static void of(Path bundle, Path log) throws IOException, Refused {
    long end = System.nanoTime() + LONGEST.toNanos();
    try (WatchService changes = FileSystems.getDefault().newWatchService()) {
      Path directory = Objects.requireNonNull(log.getParent(), "a log is in a directory");
      directory.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
      Optional<Object> before = identity(log);
      Conmon.reopenLog(bundle);
      while (identity(log).isEmpty() || identity(log).equals(before)) {
        WatchKey change = changes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (change == null) {
          throw new Refused(Kind.TIMED_OUT, "the log \"" + log + "\" was not opened anew in time");
        }
        change.reset();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(Kind.TIMED_OUT, "the call was given up", e);
    }
  }

  /** Which file has the name; conmon makes another one before it takes the name from it. */
  private static Optional<Object> identity(Path log) throws IOException {
    try {
      return Optional.ofNullable(Files.readAttributes(log, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }
}
