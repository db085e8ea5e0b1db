package dev.muster.runtime.pods;

import dev.muster.linux.PidFd;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.process.LiveProcess;
import dev.muster.runtime.refusal.Refused;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a container's end is asked for and awaited. */
final class Ending {
  private Ending() {}

  /** Waits for its end; false if that takes longer. */
  static boolean within(Container container, Duration limit) throws Refused {
    try {
      container.exit().get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refused.failed("interrupted while waiting for a container to end");
    }
  }

  /** Signals its first process; no error if it has ended. */
  static void signal(Container container, int signal) {
    Optional<LiveProcess> process = container.process();
    if (process.isEmpty()) {
      return;
    }
    try (PidFd pid = PidFd.open(process.get().pid())) {
      if (process.get().alive()) {
        pid.signal(signal);
      }
    } catch (SyscallException gone) {
      // it has ended: the exit is on its way
    }
  }

  /**
   * Whether it has ended, with its mounts and its cgroup gone: whoever records an end holds the
   * lock until they are.
   */
  static boolean isSettled(Container container) {
    container.lock().lock();
    try {
      return !container.record().live();
    } finally {
      container.lock().unlock();
    }
  }
}
