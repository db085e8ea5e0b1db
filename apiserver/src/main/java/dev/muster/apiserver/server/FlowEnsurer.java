package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.flowcontrol.BuiltInFlowUpdate;
import dev.muster.kinds.flowcontrol.BuiltInFlows;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.Entry;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it, at the start and every minute, that the flow schemas and priority levels that every
 * server has are there and as they should be, see {@link BuiltInFlowUpdate}.
 */
final class FlowEnsurer {
  static final String LEVEL = "PriorityLevelConfiguration";
  static final String SCHEMA = "FlowSchema";

  private static final Logger LOG = LoggerFactory.getLogger(FlowEnsurer.class);
  private static final String VERSION = "flowcontrol.apiserver.k8s.io/v1";
  private static final String MANAGER = "api-priority-and-fairness-config-producer-v1";
  private static final Duration EVERY = Duration.ofMinutes(1);

  /** What another server, or a person, was quicker with: it is looked at again. */
  private static final Set<String> LATER = Set.of("AlreadyExists", "Conflict", "NotFound");

  private final Registry registry;
  private final Deletes deletes;
  private final Kinds kinds;

  FlowEnsurer(Registry registry, Deletes deletes, Kinds kinds) {
    this.registry = registry;
    this.deletes = deletes;
    this.kinds = kinds;
  }

  /** What is to be done for those of a kind, in any order. */
  Stream<Runnable> writes(String kind) {
    return kinds.byKind(VERSION, kind).stream()
        .flatMap(served -> BuiltInFlows.of(kind).stream().map(flow -> () -> settle(served, flow)));
  }

  /** Does it once. */
  void ensure() {
    writes(LEVEL).forEach(Runnable::run);
    writes(SCHEMA).forEach(Runnable::run);
    for (String kind : List.of(SCHEMA, LEVEL)) {
      kinds.byKind(VERSION, kind).ifPresent(this::removeUnwanted);
    }
  }

  private void settle(Kind kind, ObjectNode flow) {
    String name = ObjectMeta.ofObject(flow).name().text();
    ObjectNode wanted = Bootstrap.canonical(kind, flow.deepCopy());
    Entry<StoredObject> stored = registry.find(kind, "", name);
    attempt(
        () -> {
          if (stored == null) {
            registry.write(new Create(Bootstrap.request(kind, "", "", MANAGER), wanted));
            return;
          }
          Optional<ObjectNode> next = BuiltInFlowUpdate.of(stored.value().tree(), wanted);
          next.ifPresent(
              object ->
                  registry.write(
                      new Replace(Bootstrap.request(kind, "", name, MANAGER), current -> object)));
        });
  }

  private void removeUnwanted(Kind kind) {
    List<String> names = new ArrayList<>();
    for (Iterator<Entry<StoredObject>> all =
            registry.store().snapshot().range(kind.storagePrefix() + "/", "");
        all.hasNext(); ) {
      ObjectNode object = all.next().value().tree();
      if (BuiltInFlowUpdate.unwanted(object)) {
        names.add(ObjectMeta.ofObject(object).name().text());
      }
    }
    for (String name : names) {
      attempt(
          () -> deletes.delete(Bootstrap.request(kind, "", name, MANAGER), DeleteOptions.DEFAULT));
    }
  }

  private static void attempt(Runnable write) {
    try {
      write.run();
    } catch (ApiException e) {
      if (!LATER.contains(e.status().reason())) {
        throw e;
      }
    }
  }

  /** Goes on doing it until that is closed. */
  AutoCloseable start() {
    Thread thread = Thread.ofVirtual().name("flow-ensurer").start(this::run);
    return thread::interrupt;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY);
        try {
          ensure();
        } catch (RuntimeException e) {
          LOG.warn("the server's own flows cannot be kept; the next try is in a minute", e);
        }
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }
}
