package dev.muster.apiserver.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What something cost.
 *
 * @param turns of loops, and calls, by method
 * @param bytes of memory that was taken, whether it was given back or not
 */
record Work(long[] turns, long bytes) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

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

  long turns(int method) {
    return method < turns.length ? turns[method] : 0;
  }
}
