package dev.muster.cli.access;

import dev.muster.access.auditlog.AuditLogReader;
import dev.muster.cli.auditlog.AuditLogFiles;
import dev.muster.cli.auditlog.FollowedLog;
import dev.muster.cli.flags.DurationFlag;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a log is read as it is, or as it grows. */
final class FollowFlags {
  private static final long LONGEST_REPORT_SECONDS = 60;

  @Option(
      names = "--follow",
      description = "Read on as the log grows, until Ctrl-C or --for; then tell.")
  private boolean follow;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = DurationFlag.class,
      description = "How long to follow, as 10m.")
  private @Nullable Duration time;

  private final CountDownLatch told = new CountDownLatch(1);

  /** Hands on what is in the logs. */
  void read(List<Path> logs, AuditLogReader reader) throws IOException {
    if (!follow && time == null) {
      AuditLogFiles.read(logs, reader);
      return;
    }
    if (logs.size() > 1) {
      throw new IllegalArgumentException("one log at a time can be followed");
    }
    try (FollowedLog log = new FollowedLog(logs.getFirst())) {
      if (time == null) {
        stopAtEnd(log);
      } else {
        log.stopAfter(time);
      }
      reader.read(logs.getFirst().toString(), log);
    }
  }

  /** The answer is out: whoever ended the process need not wait any longer. */
  void told() {
    told.countDown();
  }

  /** Whoever ends the process hears first what was recorded. */
  private void stopAtEnd(FollowedLog log) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  log.stop();
                  try {
                    boolean unused = told.await(LONGEST_REPORT_SECONDS, TimeUnit.SECONDS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "stop"));
  }
}
