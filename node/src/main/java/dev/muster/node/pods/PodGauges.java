package dev.muster.node.pods;

import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.runtime.RuntimeStates;

/** How many pods and containers there are, for the metrics page. */
public final class PodGauges {
  private PodGauges() {}

  public static void add(NodeMetrics metrics, PodWorkers workers, RuntimeStates states) {
    metrics.gauge(
        NodeMetrics.Metric.DESIRED_PODS,
        () -> workers.all().stream().filter(pod -> !pod.isFinished()).count(),
        "static",
        "");
    metrics.gauge(
        NodeMetrics.Metric.RUNNING_PODS,
        () -> states.all().stream().filter(view -> view.readySandbox().isPresent()).count());
    metrics.gauge(
        NodeMetrics.Metric.RUNNING_CONTAINERS,
        () -> states.all().stream().mapToLong(view -> view.running().size()).sum(),
        "container_state",
        "running");
  }
}
