package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What an autoscaler measures and wants, metric by metric. */
final class ScalingTargets {
  private static final int SHOWN = 2;

  private ScalingTargets() {}

  static String of(Shown autoscaler) {
    JsonNode metrics = autoscaler.at("spec/metrics");
    if (metrics.isEmpty()) {
      return Shown.NONE;
    }
    List<String> all = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      all.add(metric(metrics.get(i), autoscaler.at("status/currentMetrics").path(i)));
    }
    String shown = String.join(", ", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() > SHOWN ? shown + " + " + (all.size() - SHOWN) + " more..." : shown;
  }

  private static String metric(JsonNode spec, JsonNode status) {
    String field =
        switch (spec.path("type").asText()) {
          case "External" -> "external";
          case "Pods" -> "pods";
          case "Object" -> "object";
          case "Resource" -> "resource";
          case "ContainerResource" -> "containerResource";
          default -> "";
        };
    if (field.isEmpty()) {
      return "<unknown type>";
    }
    JsonNode wanted = spec.path(field).path("target");
    JsonNode measured = status.path(field).path("current");
    String name = spec.path(field).path("name").asText();
    return switch (field) {
      case "pods" -> pair(measured, wanted, "averageValue");
      case "external", "object" ->
          wanted.hasNonNull("averageValue")
              ? pair(measured, wanted, "averageValue") + " (avg)"
              : pair(measured, wanted, "value");
      default ->
          name
              + ": "
              + (wanted.hasNonNull("averageValue")
                  ? pair(measured, wanted, "averageValue")
                  : percent(measured, Shown.UNKNOWN) + "/" + percent(wanted, "<auto>"));
    };
  }

  private static String pair(JsonNode measured, JsonNode wanted, String field) {
    return Shown.or(Shown.text(measured.path(field)), Shown.UNKNOWN)
        + "/"
        + Shown.text(wanted.path(field));
  }

  private static String percent(JsonNode of, String otherwise) {
    String value = Shown.text(of.path("averageUtilization"));
    return value.isEmpty() ? otherwise : value + "%";
  }
}
