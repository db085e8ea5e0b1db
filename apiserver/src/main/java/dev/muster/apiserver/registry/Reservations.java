package dev.muster.apiserver.registry;

import dev.muster.base.deadline.Deadline;
import dev.muster.store.Entry;
import dev.muster.store.OvertakenException;
import dev.muster.store.Store;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What services have, and what requests that are under way are about to give them. Thread-safe.
 *
 * <p>INVARIANT (one owner): something is reserved first and then looked for among what is stored; a
 * reservation ends only after the write that it was for. So of two requests at least one sees the
 * other. Of two servers that share a store the second one's write fails, since services were
 * written that it has not looked at, and it looks again.
 */
final class Reservations {
  private final ServiceIndex stored;
  private final Set<String> reserved = ConcurrentHashMap.newKeySet();

  /** Writes of this server do not overtake each other. */
  private final ReentrantLock writing = new ReentrantLock();

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
    public Entry<StoredObject> put(
        Store<StoredObject> store, String place, ObjectDraft draft, long expected) {
      if (mine.isEmpty() || !store.shared()) {
        return store.put(place, draft, expected);
      }
      writing.lock();
      try {
        while (true) {
          Deadline.check();
          long since = stored.revision();
          for (String what : mine) {
            if (stored.owner(what).filter(owner -> !owner.equals(key)).isPresent()) {
              throw new OvertakenException(stored.prefix(), since);
            }
          }
          try {
            return store.putUnlessOvertaken(place, draft, expected, stored.prefix(), since);
          } catch (OvertakenException e) {
            // memory has by now what was written meanwhile
          }
        }
      } finally {
        writing.unlock();
      }
    }

    @Override
    public void close() {
      reserved.removeAll(mine);
      mine.clear();
    }
  }
}
