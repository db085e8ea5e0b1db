package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.store.ClosedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who clean up after definitions that were deleted, one for each of them: a server that takes
 * its time to convert the objects of one holds up no other. Thread-safe.
 */
final class Cleaners implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cleaners.class);

  private final DefinitionIndex definitions;
  private final InstanceCleanup cleanup;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Cleaner> working = new HashMap<>();
  private boolean closed;

  /** A thread, and whether there was a reason to look again since it last did. */
  private static final class Cleaner {
    private final Thread thread;
    private boolean again = true;

    Cleaner(Thread thread) {
      this.thread = thread;
    }
  }

  Cleaners(DefinitionIndex definitions, InstanceCleanup cleanup) {
    this.definitions = definitions;
    this.cleanup = cleanup;
  }

  /** Has somebody look after a definition, now or as soon as who looks after it already is done. */
  void look(String name) {
    lock.lock();
    try {
      Cleaner known = working.get(name);
      if (known != null) {
        known.again = true;
      } else if (!closed) {
        Thread thread = Thread.ofVirtual().name("clean up " + name).unstarted(() -> run(name));
        working.put(name, new Cleaner(thread));
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run(String name) {
    while (isWanted(name)) {
      try {
        Optional<ObjectNode> found = definitions.find(name).filter(InstanceCleanup::isDue);
        if (found.isPresent() && !cleanup.clean(found.get())) {
          LOG.debug("definition={} waits for its last objects", name);
        }
      } catch (ClosedException e) {
        LOG.debug("closed meanwhile: {}", e.getMessage());
      } catch (RuntimeException e) {
        LOG.error("definition={} its objects could not be cleaned up", name, e);
      }
    }
  }

  /** Whether to look once more; if not, somebody else is to come. */
  private boolean isWanted(String name) {
    lock.lock();
    try {
      Cleaner own = working.get(name);
      if (own == null || closed || !own.again) {
        working.remove(name);
        return false;
      }
      own.again = false;
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      working.values().forEach(cleaner -> cleaner.thread.interrupt());
    } finally {
      lock.unlock();
    }
  }
}
