package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
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
  private final Store<StoredObject> store;
  private final Kinds kinds;
  private final Map<String, ChangeCounter> counters = new ConcurrentHashMap<>();

  public ClusterView(Store<StoredObject> store, Kinds kinds) {
    this.store = store;
    this.kinds = kinds;
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    Kind found = kinds.byKind(apiVersion, kind).orElseThrow();
    Entry<StoredObject> entry = store.snapshot().get(found.key(namespace, name));
    return entry == null ? Optional.empty() : Optional.of(entry.value().tree());
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
    return counters
        .computeIfAbsent(found.storagePrefix() + "/", prefix -> new ChangeCounter(store, prefix))
        .count();
  }
}
