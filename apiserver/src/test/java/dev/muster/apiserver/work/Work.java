package dev.muster.apiserver.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What something cost: turns of loops and calls, by method, and bytes of memory that was taken. */
final class Work {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long[] turns;
  private final long bytes;

  Work(long[] turns, long bytes) {
    this.turns = turns.clone();
    this.bytes = bytes;
  }

  static Work of(Runnable what) {
    long[] before = Turns.counts();
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    what.run();
    long taken = THREADS.getTotalThreadAllocatedBytes() - bytes;
    long[] turns = Turns.counts();
    for (int i = 0; i < before.length; i++) {
      turns[i] -= before[i];
    }
    return new Work(turns, taken);
  }

  /** The methods have numbers below this. */
  int methods() {
    return turns.length;
  }

  long turns(int method) {
    return method < turns.length ? turns[method] : 0;
  }

  long bytes() {
    return bytes;
  }
}
