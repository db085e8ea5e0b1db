package dev.muster.node.runtime;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How time passes for who looks again and again: one thread pauses, others may end its pause. */
interface Pace {
  long nanoTime();

  /** Returns after this time, when woken, or when the thread is interrupted. */
  void pause(Duration longest);

  /** Ends the pause of this thread, or its next one. */
  void wake(Thread paused);

  static Pace ofTheMachine() {
    return new Pace() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void pause(Duration longest) {
        LockSupport.parkNanos(longest.toNanos());
      }

      @Override
      public void wake(Thread paused) {
        LockSupport.unpark(paused);
      }
    };
  }
}
