package dev.muster.apiserver.registry;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What services have, and what requests that are under way are about to give them. Thread-safe.
 *
 * <p>INVARIANT (one owner): something is reserved first and then looked for among what is stored; a
 * reservation ends only after the write that it was for. So of two requests at least one sees the
 * other.
 */
final class Reservations {
  private final ServiceIndex stored;
  private final Set<String> reserved = ConcurrentHashMap.newKeySet();

  Reservations(ServiceIndex stored) {
    this.stored = stored;
  }

  /** For one request. */
  Held of(String key) {
    return new Held(key);
  }

  /** What one request has reserved, for as long as it lasts. */
  final class Held implements Assignment.Hold {
    private final String key;
    private final Set<String> mine = new HashSet<>();

    private Held(String key) {
      this.key = key;
    }

    /** True if it is the request's from now on; its service may have it already. */
    boolean reserve(String what) {
      if (!reserved.add(what)) {
        return false;
      }
      if (stored.owner(what).filter(owner -> !owner.equals(key)).isPresent()) {
        reserved.remove(what);
        return false;
      }
      return mine.add(what);
    }

    @Override
    public void close() {
      reserved.removeAll(mine);
      mine.clear();
    }
  }
}
