package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.TreeMap;

/** How many objects of each kind there are, counted when somebody looks. */
final class StoredObjects implements Metric {
  private final Store<?> store;
  private final Kinds kinds;

  StoredObjects(Store<?> store, Kinds kinds) {
    this.store = store;
    this.kinds = kinds;
  }

  @Override
  public void write(MetricsPage page) {
    Snapshot<?> snapshot = store.snapshot();
    TreeMap<String, Long> counts = new TreeMap<>();
    for (Kind kind : kinds.byStoragePrefix().values()) {
      counts.put(kind.qualifiedPlural(), snapshot.count(kind.storagePrefix() + "/"));
    }
    page.family("apiserver_storage_objects", "gauge", "Stored objects by resource.");
    counts.forEach(
        (resource, count) ->
            page.sample("apiserver_storage_objects", "resource=\"" + resource + "\"", count));
    page.family("apiserver_storage_revision", "gauge", "The newest revision of the store.");
    page.sample("apiserver_storage_revision", "", snapshot.revision());
  }
}
