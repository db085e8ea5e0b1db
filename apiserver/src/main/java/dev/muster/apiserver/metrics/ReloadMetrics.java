package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Metric;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** How often the policy file of mode ABAC was read anew. */
final class ReloadMetrics {
  private final Counters reloads =
      Counters.counter(
          "muster_authorization_policy_file_reloads_total",
          "Readings of a changed policy file of mode ABAC by outcome.",
          "status");
  private final LongAdder good = reloads.of("success");
  private final LongAdder bad = reloads.of("failure");

  List<Metric> all() {
    return List.of(reloads);
  }

  void happened(boolean success) {
    (success ? good : bad).increment();
  }
}
