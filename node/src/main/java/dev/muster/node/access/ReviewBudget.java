package dev.muster.node.access;

import dev.muster.base.sockets.Network;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often the API server is asked, in all and for one address: so many at once, and then so many
 * a second. A flood of made-up tokens costs the API server no more than that.
 */
final class ReviewBudget {
  private static final int MOST_ADDRESSES = 1_024;
  private static final int AT_ONCE = 20;
  private static final int EACH_SECOND = 5;
  private static final int ALL_AT_ONCE = 100;
  private static final int ALL_EACH_SECOND = 50;

  private final LongSupplier nanos;
  private final Bucket all;
  private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param nanos a clock that nobody sets
   */
  ReviewBudget(LongSupplier nanos) {
    this.nanos = nanos;
    this.all = new Bucket(ALL_AT_ONCE, ALL_EACH_SECOND, nanos.getAsLong());
  }

  /** Whether somebody at that address may have one more question asked. */
  synchronized boolean take(InetAddress address) {
    long now = nanos.getAsLong();
    Bucket own =
        buckets.computeIfAbsent(Network.of(address), a -> new Bucket(AT_ONCE, EACH_SECOND, now));
    if (buckets.size() > MOST_ADDRESSES) {
      buckets.remove(buckets.keySet().iterator().next());
    }
    return own.take(now) && all.take(now);
  }

  private static final class Bucket {
    private final double most;
    private final double eachSecond;
    private double left;
    private long filled;

    Bucket(double most, double eachSecond, long now) {
      this.most = most;
      this.eachSecond = eachSecond;
      this.left = most;
      this.filled = now;
    }

    boolean take(long now) {
      left = Math.min(most, left + (now - filled) / 1e9 * eachSecond);
      filled = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }
}
