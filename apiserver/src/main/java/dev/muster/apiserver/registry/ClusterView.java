package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The store, as admission sees it. */
public final class ClusterView implements Cluster {
  private static final int MOST_NAMESPACES = 1024;

  private final Store<StoredObject> store;
  private final Kinds kinds;
  private final Map<String, LastChange> changes = new ConcurrentHashMap<>();

  /** Every write asks for its namespace, some several times: one tree serves all who read it. */
  private final Map<String, Parsed> namespaces = new ConcurrentHashMap<>();

  private record Parsed(StoredObject from, ObjectNode tree) {}

  public ClusterView(Store<StoredObject> store, Kinds kinds) {
    this.store = store;
    this.kinds = kinds;
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    Kind found = kinds.byKind(apiVersion, kind).orElseThrow();
    Entry<StoredObject> entry = store.snapshot().get(found.key(namespace, name));
    if (entry == null) {
      return Optional.empty();
    }
    boolean ofNamespace = kind.equals("Namespace") && found.group().isEmpty();
    return Optional.of(ofNamespace ? namespace(name, entry.value()) : entry.value().tree());
  }

  private ObjectNode namespace(String name, StoredObject stored) {
    Parsed known = namespaces.get(name);
    if (known == null || known.from() != stored) {
      if (namespaces.size() >= MOST_NAMESPACES) {
        namespaces.clear();
      }
      known = new Parsed(stored, stored.tree());
      namespaces.put(name, known);
    }
    return known.tree();
  }

  @Override
  public List<ObjectNode> list(String apiVersion, String kind, String namespace) {
    Kind found = kinds.byKind(apiVersion, kind).orElseThrow();
    String prefix = namespace.isEmpty() ? found.storagePrefix() + "/" : found.key(namespace, "");
    List<ObjectNode> out = new ArrayList<>();
    for (Iterator<Entry<StoredObject>> all = store.snapshot().range(prefix, ""); all.hasNext(); ) {
      out.add(all.next().value().tree());
    }
    return out;
  }

  @Override
  public long version(String apiVersion, String kind) {
    Kind found = kinds.byKind(apiVersion, kind).orElseThrow();
    return changes
        .computeIfAbsent(found.storagePrefix() + "/", prefix -> new LastChange(store, prefix))
        .revision();
  }
}
