package dev.muster.controllers.autoscaler;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Why a metric says nothing.
 *
 * @param reason of the condition and the event
 * @param cause in the condition
 * @param summary in the event that tells of all metrics
 */
record UnreadMetric(String reason, String cause, String summary) {

  static UnreadMetric of(JsonNode metric) {
    return switch (metric.path("type").asText()) {
      case "Resource" -> {
        String name = metric.path("resource").path("name").asText();
        String cause = resource(metric.path("resource"));
        yield new UnreadMetric(
            "FailedGetResourceMetric",
            cause,
            "failed to get %s resource metric value: %s".formatted(name, cause));
      }
      case "ContainerResource" -> {
        String container = metric.path("containerResource").path("container").asText();
        String cause = resource(metric.path("containerResource"));
        yield new UnreadMetric(
            "FailedGetContainerResourceMetric",
            cause,
            "failed to get %s container metric value: %s".formatted(container, cause));
      }
      case "Pods" -> custom("FailedGetPodsMetric", "pods", metric.path("pods"));
      case "Object" -> custom("FailedGetObjectMetric", "object", metric.path("object"));
      default -> {
        String name = metric.path("external").path("metric").path("name").asText();
        String cause =
            "unable to get external metric %s: no external metrics are read here".formatted(name);
        yield new UnreadMetric(
            "FailedGetExternalMetric",
            cause,
            "failed to get %s external metric value: %s".formatted(name, cause));
      }
    };
  }

  private static String resource(JsonNode source) {
    String name = source.path("name").asText();
    return "failed to get %s %s: unable to get metrics for resource %s: no resource metrics are read here"
        .formatted(name, source.path("target").has("averageValue") ? "usage" : "utilization", name);
  }

  private static UnreadMetric custom(String reason, String kind, JsonNode source) {
    String cause =
        "unable to get metric %s: no custom metrics are read here"
            .formatted(source.path("metric").path("name").asText());
    return new UnreadMetric(
        reason, cause, "failed to get %s metric value: %s".formatted(kind, cause));
  }
}
