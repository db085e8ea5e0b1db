package dev.muster.apiserver.flow;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Something countable that users share. Each may have its own part; of the last quarter only those
 * take who have next to nothing yet, so that many greedy users leave something to the modest.
 */
final class Shares {
  private final int all;
  private final int perUser;
  private final int modest;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentHashMap<String, Integer> byUser = new ConcurrentHashMap<>();

  Shares(int all, int perUser) {
    this.all = all;
    this.perUser = perUser;
    this.modest = Math.max(1, perUser / 16);
  }

  /** Takes one, to be given back; false if there is none for this user. */
  boolean take(String user) {
    int now = taken.incrementAndGet();
    int own = now > all ? 0 : now > all - all / 4 ? modest : perUser;
    if (byUser.merge(user, 1, Integer::sum) <= own) {
      return true;
    }
    give(user);
    return false;
  }

  void give(String user) {
    byUser.computeIfPresent(user, (name, has) -> has == 1 ? null : has - 1);
    taken.decrementAndGet();
  }

  int taken() {
    return taken.get();
  }
}
