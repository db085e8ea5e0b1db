package dev.muster.apiserver.flow.config;

/**
 * For how many seconds to send away those who are refused: twice as long while many are, a second
 * less when few are. Thread-safe.
 */
final class RetryAfter {
  private static final int MOST = 32;
  private static final int MANY = 3;

  private final long[] seconds = new long[2 * MOST];
  private final long[] counts = new long[2 * MOST];
  private int wait = 1;
  private long raised = Long.MIN_VALUE / 2;
  private long last = Long.MIN_VALUE / 2;

  /** One is, now. */
  synchronized int refused(long second) {
    int slot = Math.floorMod(second, seconds.length);
    if (seconds[slot] != second) {
      seconds[slot] = second;
      counts[slot] = 0;
    }
    counts[slot]++;
    if (second != last) {
      last = second;
      adjust(second, before(second));
    }
    return wait;
  }

  private long before(long second) {
    long sum = 0;
    for (int ago = 1; ago <= wait; ago++) {
      int slot = Math.floorMod(second - ago, seconds.length);
      sum += seconds[slot] == second - ago ? counts[slot] : 0;
    }
    return sum;
  }

  private void adjust(long second, long refused) {
    if (refused >= (long) MANY * wait && second - raised >= wait) {
      wait = Math.min(MOST, 2 * wait);
      raised = second;
    } else if (refused < wait && wait > 1) {
      wait--;
    }
  }
}
