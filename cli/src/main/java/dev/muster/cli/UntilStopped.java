package dev.muster.cli;

import java.util.concurrent.CountDownLatch;

/** A command that serves until its process is told to stop, and then closes what it started. */
final class UntilStopped {
  private final CountDownLatch stopped = new CountDownLatch(1);

  private UntilStopped() {}

  /** From now on, whoever tells the process to stop has this done first. */
  static UntilStopped closing(Runnable close) {
    UntilStopped running = new UntilStopped();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  close.run();
                  running.stopped.countDown();
                },
                "stop"));
    return running;
  }

  void await() throws InterruptedException {
    HeapGrowth.limit();
    stopped.await();
  }
}
