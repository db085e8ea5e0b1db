package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.apiextensions.DefinitionStatus;
import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.LaggedException;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles definitions one after the other, so that no two get the same name. Whoever wrote a
 * definition waits for it, up to a bound; who asks from within does not. What others write, who
 * share the store, is settled as soon as the store tells of it.
 */
final class DefinitionWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionWorker.class);

  /** As long as a writer waits for the effect of its write at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How soon what waits for others, or failed, is looked after again. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final DefinitionIndex definitions;
  private final DefinitionWriter writer;
  private final Cleaners cleaners;
  private final Runnable publish;
  private final InstantSource clock;
  private final ReentrantLock settling = new ReentrantLock();
  private final Map<String, String> annotations = new HashMap<>();

  /** What stood in the store when a definition was last settled. */
  private final Map<String, ObjectNode> known = new ConcurrentHashMap<>();

  private final Thread follower =
      Thread.ofVirtual().name("custom-resource-definitions").unstarted(this::run);
  private volatile boolean closed;

  DefinitionWorker(
      DefinitionIndex definitions,
      DefinitionWriter writer,
      Cleaners cleaners,
      Runnable publish,
      InstantSource clock) {
    this.definitions = definitions;
    this.writer = writer;
    this.cleaners = cleaners;
    this.publish = publish;
    this.clock = clock;
  }

  void start() {
    definitions.note(); // so that nothing is written between what is looked at and what is noted
    settleAll();
    follower.start();
  }

  private void settleAll() {
    for (ObjectNode definition : definitions.all()) {
      settle(CustomResourceDefinition.of(definition).metadata().name().text());
    }
    publish.run();
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
    cleaners.look(name);
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
      note(name); // before kinds are made of it: what comes later is settled anew
      publish.run();
      definitions.find(name).filter(InstanceCleanup::isDue).ifPresent(gone -> cleaners.look(name));
    } catch (ClosedException e) {
      LOG.debug("closed meanwhile: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("definition={} could not be settled", name, e);
    } finally {
      settling.unlock();
    }
  }

  private void note(String name) {
    Optional<ObjectNode> now = definitions.find(name);
    if (now.isPresent()) {
      known.put(name, now.get());
    } else {
      known.remove(name);
    }
  }

  /** Whether it is as it was when it was settled: trees of the store are not changed. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isKnown(String name) {
    return definitions.find(name).orElse(null) == known.get(name);
  }

  private void settleOne(ObjectNode definition) {
    String name = CustomResourceDefinition.of(definition).metadata().name().text();
    String annotation =
        CustomResourceDefinition.of(definition)
            .metadata()
            .annotations()
            .get("api-approved.kubernetes.io")
            .text();
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
          !CustomResourceDefinition.of(other)
              .spec()
              .names()
              .tree()
              .equals(CustomResourceDefinition.of(other).status().acceptedNames().tree());
      String its = CustomResourceDefinition.of(other).metadata().name().text();
      if (refused && !its.equals(name) && its.endsWith("." + group)) {
        ObjectNode next = change(other.deepCopy(), false);
        if (!next.equals(other)) {
          writer.changeStatus(its, current -> change(current, false));
        }
      }
    }
  }

  /** Settles what the store tells of; once in a while all that still wait are looked after. */
  private void run() {
    while (!closed) {
      try {
        Set<String> changed = definitions.awaitChanges(AGAIN);
        changed.stream().filter(name -> !isKnown(name)).forEach(this::settle);
        if (changed.isEmpty()) {
          definitions.all().stream()
              .filter(InstanceCleanup::isDue)
              .forEach(
                  gone ->
                      cleaners.look(CustomResourceDefinition.of(gone).metadata().name().text()));
        }
      } catch (LaggedException | CompactedException e) {
        LOG.debug("all definitions are settled anew: {}", e.getMessage());
        settleAll();
      } catch (InterruptedException | ClosedException e) {
        return;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    follower.interrupt();
    try {
      follower.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cleaners.close();
    definitions.close();
  }
}
