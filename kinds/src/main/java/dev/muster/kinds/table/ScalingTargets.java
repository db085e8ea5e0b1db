package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.model.field.At;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.MetricSpec;
import dev.muster.views.AutoscalingV2.MetricStatus;
import dev.muster.views.AutoscalingV2.MetricTarget;
import dev.muster.views.AutoscalingV2.MetricValueStatus;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;

/** What an autoscaler measures and wants, metric by metric. */
final class ScalingTargets {
  private static final int SHOWN = 2;

  private ScalingTargets() {}

  static String of(Shown autoscaler) {
    HorizontalPodAutoscaler wanted = autoscaler.as(HorizontalPodAutoscaler::of);
    ViewList<MetricSpec> metrics = wanted.spec().metrics();
    if (metrics.isEmpty()) {
      return Shown.NONE;
    }
    ViewList<MetricStatus> current = wanted.status().currentMetrics();
    MetricStatus none = MetricStatus.of(MissingNode.getInstance());
    List<String> all = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      all.add(metric(metrics.get(i), i < current.size() ? current.get(i) : none));
    }
    String shown = String.join(", ", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() > SHOWN ? shown + " + " + (all.size() - SHOWN) + " more..." : shown;
  }

  private static String metric(MetricSpec spec, MetricStatus status) {
    return switch (spec.type().text()) {
      case "External" -> valueOrAverage(status.external().current(), spec.external().target());
      case "Pods" -> average(status.pods().current(), spec.pods().target());
      case "Object" -> valueOrAverage(status.object().current(), spec.object().target());
      case "Resource" ->
          spec.resource().name().text()
              + ": "
              + averageOrPercent(status.resource().current(), spec.resource().target());
      case "ContainerResource" ->
          spec.containerResource().name().text()
              + ": "
              + averageOrPercent(
                  status.containerResource().current(), spec.containerResource().target());
      default -> "<unknown type>";
    };
  }

  private static String valueOrAverage(MetricValueStatus measured, MetricTarget wanted) {
    return wanted.averageValue().present()
        ? average(measured, wanted) + " (avg)"
        : pair(measured.value(), wanted.value());
  }

  private static String averageOrPercent(MetricValueStatus measured, MetricTarget wanted) {
    return wanted.averageValue().present()
        ? average(measured, wanted)
        : percent(measured.averageUtilization(), Shown.UNKNOWN)
            + "/"
            + percent(wanted.averageUtilization(), "<auto>");
  }

  private static String average(MetricValueStatus measured, MetricTarget wanted) {
    return pair(measured.averageValue(), wanted.averageValue());
  }

  private static String pair(At measured, At wanted) {
    return Shown.or(Shown.text(measured), Shown.UNKNOWN) + "/" + Shown.text(wanted);
  }

  private static String percent(At of, String otherwise) {
    return of.present() ? of.number() + "%" : otherwise;
  }
}
