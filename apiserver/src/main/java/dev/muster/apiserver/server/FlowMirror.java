package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.flow.config.FlowObserver;
import dev.muster.apiserver.flow.config.FlowSource;
import dev.muster.apiserver.flow.config.PriorityLevels;
import dev.muster.apiserver.flow.config.SchemasInForce;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Priority and fairness as it is stored: a change is in force for every request after the write was
 * acknowledged.
 */
final class FlowMirror implements FlowSource, Follower<StoredObject> {
  private static final String VERSION = "flowcontrol.apiserver.k8s.io/v1";

  private final PriorityLevels levels;
  private final FlowObserver observer;
  private final String levelPrefix;
  private final String schemaPrefix;
  private final Projection<StoredObject> projection;
  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private final Object compiling = new Object();

  /** Counts changes; only the projection changes it, one thread at a time. */
  private volatile long changes;

  private volatile @Nullable Compiled compiled;

  /** What was made of the objects after so many changes. */
  private record Compiled(long changes, SchemasInForce schemas) {}

  private FlowMirror(
      Store<StoredObject> store,
      Kind levels,
      Kind schemas,
      PriorityLevels seats,
      FlowObserver observer) {
    this.levels = seats;
    this.observer = observer;
    this.levelPrefix = levels.storagePrefix() + "/";
    this.schemaPrefix = schemas.storagePrefix() + "/";
    this.projection = new Projection<>(store, List.of(levelPrefix, schemaPrefix), this);
  }

  /** Where the kinds are not served, what every server begins with is in force. */
  static FlowSource of(
      Store<StoredObject> store, Kinds kinds, PriorityLevels levels, FlowObserver observer) {
    Optional<Kind> level = kinds.byKind(VERSION, "PriorityLevelConfiguration");
    Optional<Kind> schema = kinds.byKind(VERSION, "FlowSchema");
    return level.isPresent() && schema.isPresent()
        ? new FlowMirror(store, level.get(), schema.get(), levels, observer)
        : FlowSource.builtIn(levels, observer);
  }

  @Override
  public SchemasInForce inForce() {
    projection.catchUp();
    Compiled now = compiled;
    return now != null && now.changes == changes ? now.schemas : compile();
  }

  private SchemasInForce compile() {
    synchronized (compiling) {
      Compiled now = compiled;
      if (now == null || now.changes != changes) {
        now = compileAll();
        compiled = now;
      }
      return now.schemas;
    }
  }

  private Compiled compileAll() {
    synchronized (objects) {
      return new Compiled(
          changes, SchemasInForce.of(below(levelPrefix), below(schemaPrefix), levels, observer));
    }
  }

  private List<ObjectNode> below(String prefix) {
    return objects.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    synchronized (objects) {
      objects.clear();
      for (String prefix : List.of(levelPrefix, schemaPrefix)) {
        snapshot
            .range(prefix, "")
            .forEachRemaining(entry -> objects.put(entry.key(), entry.value().tree()));
      }
      changes++;
    }
  }

  @Override
  public void apply(Event<StoredObject> event) {
    synchronized (objects) {
      Entry<StoredObject> after = event.after();
      if (after == null) {
        objects.remove(event.key());
      } else {
        objects.put(event.key(), after.value().tree());
      }
      changes++;
    }
  }
}
