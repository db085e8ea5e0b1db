package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.kinds.apiextensions.CustomKinds;
import dev.muster.kinds.apiextensions.DefinitionStatus;
import dev.muster.model.scheme.Kind;
import dev.muster.store.CompactedException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.LaggedException;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The definitions that are stored, and the kinds that each brings, compiled when it changes. */
final class DefinitionIndex implements Follower<StoredObject>, AutoCloseable {
  static final String PREFIX = "customresourcedefinitions/";

  private static final Logger LOG = LoggerFactory.getLogger(DefinitionIndex.class);

  private final Function<ObjectNode, Converter> converters;
  private final Store<StoredObject> store;
  private final Projection<StoredObject> projection;
  private volatile @Nullable Watch<StoredObject> watched;
  private volatile ConcurrentSkipListMap<String, Known> byName = new ConcurrentSkipListMap<>();
  private final AtomicLong changes = new AtomicLong();
  private final Map<String, Compiled> compiled = new LinkedHashMap<>();

  /** A definition, and the revision at which it was created. */
  private record Known(ObjectNode tree, long created) {}

  /** What was compiled, and of what. */
  private record Compiled(JsonNode spec, JsonNode status, List<Kind> kinds) {}

  DefinitionIndex(Store<StoredObject> store, Function<ObjectNode, Converter> converters) {
    this.converters = converters;
    this.store = store;
    this.projection = new Projection<>(store, List.of(PREFIX), this);
  }

  /** Another number after each change of a definition. */
  long changes() {
    projection.catchUp();
    return changes.get();
  }

  /** The definition of that name as it is stored, or empty. Not to be changed. */
  Optional<ObjectNode> find(String name) {
    projection.catchUp();
    return Optional.ofNullable(byName.get(name)).map(Known::tree);
  }

  /**
   * Begins to note who writes definitions; what was written before is for the caller to look at.
   */
  void note() {
    watched = store.watch(PREFIX, store.snapshot().revision());
  }

  /**
   * The names of definitions that somebody wrote since the last call, or since {@link #note}; none
   * if nobody did within the timeout. One thread calls.
   *
   * @throws dev.muster.store.LaggedException if there were too many: any may have changed
   */
  Set<String> awaitChanges(Duration timeout) throws InterruptedException {
    Watch<StoredObject> watch = Objects.requireNonNull(watched, "note() comes first");
    try {
      Set<String> names = new LinkedHashSet<>();
      watch.poll(timeout).forEach(event -> names.add(event.key().substring(PREFIX.length())));
      return names;
    } catch (LaggedException | CompactedException e) {
      watch.close();
      note(); // before whoever catches this looks at all of them
      throw e;
    }
  }

  @Override
  public void close() {
    Watch<StoredObject> watch = watched;
    if (watch != null) {
      watch.close();
    }
    projection.close();
  }

  /** All of them, the oldest first. Not to be changed. */
  List<ObjectNode> all() {
    projection.catchUp();
    return byName.values().stream()
        .sorted(Comparator.comparingLong(Known::created))
        .map(Known::tree)
        .toList();
  }

  /** The kinds of all that are served or were, the stored version of each first. */
  synchronized List<Kind> kinds() {
    List<ObjectNode> now = all();
    List<Kind> out = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ObjectNode definition : now) {
      String name = CustomResourceDefinition.of(definition).metadata().name().text();
      if (DefinitionStatus.isServed(definition)) {
        names.add(name);
        out.addAll(compiled(name, definition));
      }
    }
    compiled.keySet().retainAll(names);
    return out;
  }

  private List<Kind> compiled(String name, ObjectNode definition) {
    CustomResourceDefinitionSpec spec = CustomResourceDefinition.of(definition).spec();
    CustomResourceDefinitionStatus status = CustomResourceDefinition.of(definition).status();
    Compiled last = compiled.get(name);
    if (last == null || !last.spec().equals(spec.tree()) || !last.status().equals(status.tree())) {
      last = new Compiled(spec.tree(), status.tree(), compile(name, definition));
      compiled.put(name, last);
    }
    return last.kinds();
  }

  private List<Kind> compile(String name, ObjectNode definition) {
    try {
      return CustomKinds.of(definition, converters.apply(definition));
    } catch (RuntimeException e) {
      LOG.error("definition={} cannot be compiled, its objects are not served", name, e);
      return List.of();
    }
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    ConcurrentSkipListMap<String, Known> fresh = new ConcurrentSkipListMap<>();
    snapshot
        .range(PREFIX, "")
        .forEachRemaining(
            entry ->
                fresh.put(
                    entry.key().substring(PREFIX.length()),
                    new Known(entry.value().tree(), entry.created())));
    byName = fresh;
    changes.incrementAndGet();
  }

  @Override
  public void apply(Event<StoredObject> event) {
    String name = event.key().substring(PREFIX.length());
    Entry<StoredObject> after = event.after();
    if (after == null) {
      byName.remove(name);
    } else {
      byName.put(name, new Known(after.value().tree(), after.created()));
    }
    changes.incrementAndGet();
  }
}
