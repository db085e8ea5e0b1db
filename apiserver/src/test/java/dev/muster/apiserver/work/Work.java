package dev.muster.apiserver.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What something cost.
 *
 * @param turns of loops, and calls
 * @param bytes of memory that was taken, whether it was given back or not
 */
record Work(long turns, long bytes) {
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Work of(Runnable what) {
    long turns = Turns.count();
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    what.run();
    return new Work(Turns.count() - turns, THREADS.getTotalThreadAllocatedBytes() - bytes);
  }

  Work least(Work other) {
    return new Work(Math.min(turns, other.turns), Math.min(bytes, other.bytes));
  }

  /**
   * How much grows with the square of the length, for each pair of elements: what is left of three
   * lengths n, 2n and 3n when all that is in proportion to them is taken away.
   */
  static Growth growth(int n, Work one, Work two, Work three) {
    double pairs = 2.0 * n * n;
    return new Growth(
        (three.turns - 2 * two.turns + one.turns) / pairs,
        (three.bytes - 2 * two.bytes + one.bytes) / pairs);
  }

  /** For each pair. */
  record Growth(double turns, double bytes) {
    private static final double TURNS = 0.4;
    private static final double BYTES = 24;
    private static final double MUCH = 0.4;

    boolean quadratic() {
      return turns > TURNS || bytes > BYTES;
    }

    /**
     * Whether it is about as much for each pair as with shorter lists; what is a little more than in
     * proportion, or has a bound, becomes less and less.
     */
    boolean staysAs(Growth shorter) {
      return turns > TURNS / 2 && turns > MUCH * shorter.turns
          || bytes > BYTES / 2 && bytes > MUCH * shorter.bytes;
    }
  }
}
