package dev.muster.controllers.autoscaler;

import dev.muster.views.AutoscalingV2.MetricIdentifier;
import dev.muster.views.AutoscalingV2.MetricSpec;
import dev.muster.views.AutoscalingV2.ResourceMetricSource;

/**
 * Why a metric says nothing.
 *
 * @param reason of the condition and the event
 * @param cause in the condition
 * @param summary in the event that tells of all metrics
 */
record UnreadMetric(String reason, String cause, String summary) {

  static UnreadMetric of(MetricSpec metric) {
    return switch (metric.type().text()) {
      case "Resource" -> {
        String name = metric.resource().name().text();
        String cause = resource(metric.resource());
        yield new UnreadMetric(
            "FailedGetResourceMetric",
            cause,
            "failed to get %s resource metric value: %s".formatted(name, cause));
      }
      case "ContainerResource" -> {
        String container = metric.containerResource().container().text();
        String cause = resource(new ResourceMetricSource(metric.containerResource().at()));
        yield new UnreadMetric(
            "FailedGetContainerResourceMetric",
            cause,
            "failed to get %s container metric value: %s".formatted(container, cause));
      }
      case "Pods" -> custom("FailedGetPodsMetric", "pods", metric.pods().metric());
      case "Object" -> custom("FailedGetObjectMetric", "object", metric.object().metric());
      default -> {
        String name = metric.external().metric().name().text();
        String cause =
            "unable to get external metric %s: no external metrics are read here".formatted(name);
        yield new UnreadMetric(
            "FailedGetExternalMetric",
            cause,
            "failed to get %s external metric value: %s".formatted(name, cause));
      }
    };
  }

  private static String resource(ResourceMetricSource source) {
    String name = source.name().text();
    return "failed to get %s %s: unable to get metrics for resource %s: no resource metrics are read here"
        .formatted(name, source.target().averageValue().present() ? "usage" : "utilization", name);
  }

  private static UnreadMetric custom(String reason, String kind, MetricIdentifier metric) {
    String cause =
        "unable to get metric %s: no custom metrics are read here".formatted(metric.name().text());
    return new UnreadMetric(
        reason, cause, "failed to get %s metric value: %s".formatted(kind, cause));
  }
}
