package dev.muster.cli.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** Makes a process wait whenever it has something written to disk, by strace. */
final class SlowDisk implements AutoCloseable {
  private final Process strace;

  private SlowDisk(Process strace) {
    this.strace = strace;
  }

  static SlowDisk of(long pid, int millis) {
    try {
      return new SlowDisk(
          new ProcessBuilder(
                  "strace",
                  "-f",
                  "-qq",
                  "-o",
                  "/dev/null",
                  "-e",
                  "trace=fsync,fdatasync",
                  "-e",
                  "inject=fsync,fdatasync:delay_enter=" + millis * 1_000,
                  "-p",
                  Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets go of it; the process goes on by itself. */
  @Override
  public void close() {
    if (!strace.isAlive()) {
      throw new AssertionError("strace ended by itself: " + strace.exitValue());
    }
    strace.destroy();
    try {
      if (!strace.waitFor(30, TimeUnit.SECONDS)) {
        throw new AssertionError("strace does not let go");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
