package dev.muster.runtime.process;

import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The FIFO at which the first process of a container that runc created waits for a reader before it
 * becomes the container's program. Reading it is what {@code runc start} does, without the few
 * milliseconds that a start of runc takes.
 */
final class ExecFifo {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Path fifo;

  /**
   * @param state where runc keeps what it knows of the container
   */
  ExecFifo(Path state) {
    this.fifo = state.resolve("exec.fifo");
  }

  /**
   * Lets the process go and waits until it is the program, which closes its end; false if that is
   * left to runc, which then says what is wrong.
   */
  boolean release(LiveProcess waiting) throws IOException {
    if (!Files.exists(fifo)) {
      return false;
    }
    try (Fd reading = Fd.open(fifo, OpenFlags.READ | OpenFlags.NONBLOCK | OpenFlags.NO_FOLLOW)) {
      if (!awaitWord(reading, waiting) || reading.read(new byte[1]) < 0) {
        return false;
      }
      boolean unused = awaitWord(reading, waiting);
    }
    // INVARIANT: runc takes a container for running once its FIFO is gone
    Files.delete(fifo);
    return true;
  }

  /** Waits for a byte or the end; false once the process has ended without either. */
  private static boolean awaitWord(Fd reading, LiveProcess waiting) throws IOException {
    while (!reading.awaitReadable(LOOK_AGAIN)) {
      if (!waiting.alive()) {
        return false;
      }
    }
    return true;
  }
}
