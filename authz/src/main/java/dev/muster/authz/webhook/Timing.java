package dev.muster.authz.webhook;

import java.time.Duration;

/** The time, and letting it pass. */
interface Timing {
  Timing REAL =
      new Timing() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration time) throws InterruptedException {
          Thread.sleep(time);
        }

        @Override
        public void inBackground(Runnable task) {
          Thread.ofVirtual().name("webhook-probe").start(task);
        }
      };

  long nanoTime();

  void pause(Duration time) throws InterruptedException;

  void inBackground(Runnable task);
}
