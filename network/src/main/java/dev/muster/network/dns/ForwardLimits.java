package dev.muster.network.dns;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** How many questions may be under way to other resolvers: in all, and of one asker. */
final class ForwardLimits {
  private final Semaphore all;
  private final int each;
  private final Map<InetAddress, Integer> under = new ConcurrentHashMap<>();

  ForwardLimits(int all, int each) {
    this.all = new Semaphore(all);
    this.each = each;
  }

  /** False if there are too many; who has true gives back. */
  boolean take(InetAddress asker) {
    int mine = under.merge(asker, 1, Integer::sum);
    if (mine <= each && all.tryAcquire()) {
      return true;
    }
    leave(asker);
    return false;
  }

  void giveBack(InetAddress asker) {
    all.release();
    leave(asker);
  }

  private void leave(InetAddress asker) {
    under.computeIfPresent(asker, (key, count) -> count == 1 ? null : count - 1);
  }
}
