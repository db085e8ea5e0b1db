package dev.muster.apiserver.metrics;

import dev.muster.admission.policy.MutationMetrics;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import java.util.List;

/** What policies changed in objects, and how long it took them. */
final class MutationCounts implements MutationMetrics {
  private static final String[] LABELS = {"policy", "policy_binding", "error_type"};

  private final Counters checks =
      Counters.counter(
          "apiserver_mutating_admission_policy_check_total",
          "Mutations that policies tried, by how they ended.",
          LABELS);
  private final Histograms durations =
      new Histograms(
          "apiserver_mutating_admission_policy_check_duration_seconds",
          "How long single mutations of policies took, in seconds.",
          new double[] {0.0000005, 0.001, 0.01, 0.1, 1},
          LABELS);

  List<Metric> all() {
    return List.of(checks, durations);
  }

  @Override
  public void observe(String policy, String binding, String error, double seconds) {
    checks.of(policy, binding, error).increment();
    durations.of(policy, binding, error).observe(seconds);
  }
}
