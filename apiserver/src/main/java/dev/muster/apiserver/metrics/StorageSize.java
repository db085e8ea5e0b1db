package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import dev.muster.store.Store;
import dev.muster.store.Usage;

/** How full the store is, under the names of kube-apiserver and etcd where they have one. */
final class StorageSize implements Metric {
  private final Store<?> store;

  StorageSize(Store<?> store) {
    this.store = store;
  }

  @Override
  public void write(MetricsPage page) {
    Usage usage = store.usage();
    one(
        page,
        "apiserver_storage_size_bytes",
        "Bytes of all stored values, history included.",
        "storage_cluster_id=\"etcd-0\"",
        usage.held());
    one(
        page,
        "etcd_server_quota_backend_bytes",
        "Bytes of values that the store takes at most.",
        "",
        usage.quota());
    one(
        page,
        "muster_storage_alarm",
        "Whether the store is nearly full, or full.",
        "alarm=\"NOSPACE\"",
        usage.nearlyFull() ? 1 : 0);
  }

  private static void one(MetricsPage page, String name, String help, String labels, long value) {
    page.family(name, "gauge", help);
    page.sample(name, labels, value);
  }
}
