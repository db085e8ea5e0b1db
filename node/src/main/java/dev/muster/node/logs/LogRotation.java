package dev.muster.node.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets aside the logs of running containers that have grown too long, as kubelets do. One thread;
 * what fails is tried again at the next look, and a log is never lost for it.
 */
public final class LogRotation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogRotation.class);

  /** Shorter than a kubelet's ten seconds, in which a loud container writes gigabytes. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** A log of so many times its size was written faster than it can be looked after. */
  private static final int OUTGROWN = 10;

  /** Has the runtime write a container's log to a new file. */
  @FunctionalInterface
  public interface Reopening {
    void reopen(String container) throws IOException;
  }

  private final long size;
  private final int files;
  private final Supplier<Map<String, Path>> running;
  private final Reopening runtime;
  private final InstantSource clock;
  private final Thread thread;

  private LogRotation(
      long size,
      int files,
      Supplier<Map<String, Path>> running,
      Reopening runtime,
      InstantSource clock) {
    this.size = size;
    this.files = files;
    this.running = running;
    this.runtime = runtime;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("log-rotation").unstarted(this::run);
  }

  /**
   * @param running the logs of running containers, by their ids
   */
  public static LogRotation start(
      LogLimits limits,
      Supplier<Map<String, Path>> running,
      Reopening runtime,
      InstantSource clock) {
    LogRotation rotation =
        new LogRotation(
            limits.size().orElse(Long.MAX_VALUE), limits.files(), running, runtime, clock);
    if (limits.size().isPresent()) {
      rotation.thread.start();
    }
    return rotation;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        running.get().forEach(this::look);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(String container, Path log) {
    try {
      if (!Files.exists(log)) {
        runtime.reopen(container);
      } else if (Files.size(log) >= size) {
        rotate(container, new LogFiles(log));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("log not rotated: container={} log={} problem={}", container, log, e.toString());
    }
  }

  private void rotate(String container, LogFiles log) throws IOException {
    Path aside = log.aside(clock.instant());
    if (Files.exists(aside)) {
      return; // one for each second
    }
    log.makeRoom(files);
    Files.move(log.current(), aside);
    try {
      runtime.reopen(container);
    } catch (IOException e) {
      if (!Files.exists(log.current())) {
        Files.move(aside, log.current());
      }
      throw e;
    }
    log.compressAllBut(aside, size > Long.MAX_VALUE / OUTGROWN ? size : OUTGROWN * size);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
