package dev.muster.apiserver.access;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often refusals are explained: each user has a share, and all together have one, so that
 * whoever is refused all the time does not keep the server busy with it. Thread-safe.
 */
final class ExplanationRate {
  private static final int USERS = 1_024;
  private static final double PER_USER = 5;
  private static final double FOR_ALL = 20;

  private final InstantSource clock;
  private final Bucket all;
  private final Map<String, Bucket> users =
      new LinkedHashMap<>(USERS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > USERS;
        }
      };

  ExplanationRate(InstantSource clock) {
    this.clock = clock;
    this.all = new Bucket(FOR_ALL, clock.millis());
  }

  /** Whether it is still this user's turn. */
  synchronized boolean takeForUser(String user) {
    long now = clock.millis();
    return users.computeIfAbsent(user, name -> new Bucket(PER_USER, now)).take(now);
  }

  /** Whether there is time for one more at all. */
  synchronized boolean takeForAll() {
    return all.take(clock.millis());
  }

  /** Holds what is allowed in a second, and fills up within one. */
  private static final class Bucket {
    private final double perSecond;
    private double left;
    private long at;

    Bucket(double perSecond, long now) {
      this.perSecond = perSecond;
      this.left = perSecond;
      this.at = now;
    }

    boolean take(long now) {
      left = Math.min(perSecond, left + Math.max(0, now - at) * perSecond / 1000);
      at = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }
}
