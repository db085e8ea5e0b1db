package dev.muster.runtime.process;

import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Objects;
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
      Conmon.reopenLog(bundle);
      while (true) {
        WatchKey change = changes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (change == null) {
          throw new Refused(Kind.TIMED_OUT, "the log \"" + log + "\" was not opened anew in time");
        }
        if (names(change, log)) {
          return;
        }
        if (!change.reset()) {
          throw Refused.failed("the directory of the log \"" + log + "\" is gone");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(Kind.TIMED_OUT, "the call was given up", e);
    }
  }

  /**
   * Whether another file took the log's name: conmon makes one under another name first. Not told
   * by the file's number, which the system may give to its successor's successor.
   */
  private static boolean names(WatchKey change, Path log) {
    return change.pollEvents().stream()
        .anyMatch(
            event ->
                event.kind() == StandardWatchEventKinds.OVERFLOW
                    || log.getFileName().equals(event.context()));
  }
}
