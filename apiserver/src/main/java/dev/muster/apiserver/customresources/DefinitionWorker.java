package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.apiextensions.DefinitionStatus;
import dev.muster.store.ClosedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles definitions one after the other, so that no two get the same name, and cleans up after
 * those that were deleted in a thread of its own. Whoever wrote a definition waits for it, up to a
 * bound; who asks from within does not.
 */
final class DefinitionWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionWorker.class);

  /** As long as a writer waits for the effect of its write at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How soon what waits for others, or failed, is looked at again. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final DefinitionIndex definitions;
  private final DefinitionWriter writer;
  private final InstanceCleanup cleanup;
  private final Runnable publish;
  private final InstantSource clock;
  private final ReentrantLock settling = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Set<String> due = new LinkedHashSet<>();
  private final Map<String, String> annotations = new HashMap<>();
  private final Thread cleaner =
      Thread.ofVirtual().name("custom-resource-cleanup").unstarted(this::run);
  private volatile boolean closed;

  DefinitionWorker(
      DefinitionIndex definitions,
      DefinitionWriter writer,
      InstanceCleanup cleanup,
      Runnable publish,
      InstantSource clock) {
    this.definitions = definitions;
    this.writer = writer;
    this.cleanup = cleanup;
    this.publish = publish;
    this.clock = clock;
  }

  void start() {
    for (ObjectNode definition : definitions.all()) {
      settle(definition.path("metadata").path("name").asText());
    }
    cleaner.start();
  }

  /** Settles what was written under this name; in the background if that takes too long. */
  void settle(String name) {
    if (settling.isHeldByCurrentThread()) {
      return; // it is being settled, and this is a part of it
    }
    Thread own = Thread.ofVirtual().name("settle " + name).unstarted(() -> settled(name));
    own.start();
    boolean interrupted = false;
    try {
      own.join(PATIENCE);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks after a definition that was deleted. */
  void look(String name) {
    lock.lock();
    try {
      due.add(name);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void settled(String name) {
    settling.lock();
    try {
      Optional<ObjectNode> found = definitions.find(name);
      if (found.isPresent()) {
        settleOne(found.get());
      } else {
        annotations.remove(name);
        settleOthers(name);
      }
      publish.run();
      definitions.find(name).filter(InstanceCleanup::isDue).ifPresent(gone -> look(name));
    } catch (ClosedException e) {
      LOG.debug("closed meanwhile: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("definition={} could not be settled", name, e);
    } finally {
      settling.unlock();
    }
  }

  private void settleOne(ObjectNode definition) {
    String name = definition.path("metadata").path("name").asText();
    String annotation =
        definition.path("metadata").path("annotations").path("api-approved.kubernetes.io").asText();
    boolean annotated = !annotation.equals(annotations.put(name, annotation));
    if (!change(definition.deepCopy(), annotated).equals(definition)) {
      writer.changeStatus(name, next -> change(next, annotated));
      settleOthers(name);
    }
  }

  private ObjectNode change(ObjectNode definition, boolean annotated) {
    DefinitionStatus.settle(definition, definitions.all(), annotated, clock.instant());
    return definition;
  }

  /**
   * A name may have become free: those of the same group that were refused one are settled anew.
   */
  private void settleOthers(String name) {
    String group = name.substring(name.indexOf('.') + 1);
    for (ObjectNode other : definitions.all()) {
      boolean refused =
          !other.path("spec").path("names").equals(other.path("status").path("acceptedNames"));
      String its = other.path("metadata").path("name").asText();
      if (refused && !its.equals(name) && its.endsWith("." + group)) {
        ObjectNode next = change(other.deepCopy(), false);
        if (!next.equals(other)) {
          writer.changeStatus(its, current -> change(current, false));
        }
      }
    }
  }

  private void run() {
    while (!closed) {
      try {
        String name = next();
        Optional<ObjectNode> found = definitions.find(name).filter(InstanceCleanup::isDue);
        if (found.isPresent() && !cleanup.clean(found.get())) {
          LOG.debug("definition={} waits for its last objects", name);
        }
      } catch (InterruptedException | ClosedException e) {
        return;
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.error("objects of a definition could not be cleaned up", e);
        }
      }
    }
  }

  /** The next that is due; once in a while all that still wait. */
  private String next() throws InterruptedException {
    lock.lock();
    try {
      while (due.isEmpty()) {
        if (!work.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
          definitions.all().stream()
              .filter(InstanceCleanup::isDue)
              .forEach(gone -> due.add(gone.path("metadata").path("name").asText()));
        }
      }
      String first = due.iterator().next();
      due.remove(first);
      return first;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    cleaner.interrupt();
    try {
      cleaner.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
