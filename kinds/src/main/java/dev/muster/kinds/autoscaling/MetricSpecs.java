package dev.muster.kinds.autoscaling;

import dev.muster.base.go.GoText;
import dev.muster.kinds.core.ResourceAmounts;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import dev.muster.views.AutoscalingV2.MetricIdentifier;
import dev.muster.views.AutoscalingV2.MetricSpec;
import dev.muster.views.AutoscalingV2.MetricTarget;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an autoscaler looks at. */
final class MetricSpecs {
  private static final List<String> TYPES =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");

  /**
   * The type of a metric to the field that describes it, in the order in which they are checked.
   */
  private static final List<Map.Entry<String, String>> SOURCES =
      List.of(
          Map.entry("Object", "object"),
          Map.entry("External", "external"),
          Map.entry("Pods", "pods"),
          Map.entry("Resource", "resource"),
          Map.entry("ContainerResource", "containerResource"));

  private final boolean anyVersion;
  private final Errors errors;

  /**
   * @param anyVersion whether objects that metrics describe may have a version that is none
   */
  MetricSpecs(boolean anyVersion, Errors errors) {
    this.anyVersion = anyVersion;
    this.errors = errors;
  }

  void validate(ViewList<MetricSpec> metrics, At minReplicas) {
    boolean ofOthers = false;
    for (MetricSpec metric : metrics) {
      validate(metric);
      ofOthers |= List.of("Object", "External").contains(metric.type().text());
    }
    if (minReplicas.present() && minReplicas.number() == 0 && !ofOthers) {
      errors.forbidden(
          metrics.at().path(),
          "must specify at least one Object or External metric to support scaling to zero"
              + " replicas");
    }
  }

  private void validate(MetricSpec metric) {
    At type = metric.type();
    boolean known = TYPES.contains(type.text());
    if (type.text().isEmpty()) {
      errors.required(type.path(), "must specify a metric source type");
    }
    if (!known) {
      unknown(type);
    }
    List<String> present = new ArrayList<>();
    String expected = "";
    for (Map.Entry<String, String> source : SOURCES) {
      if (source.getKey().equals(type.text())) {
        expected = source.getValue();
      }
      if (metric.at().has(source.getValue())) {
        present.add(source.getValue());
        if (present.size() == 1) {
          source(source.getValue(), metric.at().get(source.getValue()));
        }
      }
    }
    if (!known) {
      unknown(type);
    } else if (!metric.at().has(expected)) {
      errors.required(
          metric.at().path().child(expected),
          "must populate information for the given metric source");
    }
    if (present.size() != 1) {
      for (String field : present) {
        if (!field.equals(expected)) {
          errors.forbidden(
              metric.at().path().child(field), "must populate the given metric source only");
        }
      }
    }
  }

  private void unknown(At type) {
    errors.unsupported(type.path(), GoText.quote(type.text()), TYPES);
  }

  private void source(String field, At source) {
    MetricTarget target = new MetricTarget(source.get("target"));
    boolean value = target.value().present();
    boolean average = target.averageValue().present();
    switch (field) {
      case "object" -> {
        ScaleTargets.validate(
            new CrossVersionObjectReference(source.get("describedObject")),
            true,
            anyVersion,
            errors);
        identifier(new MetricIdentifier(source.get("metric")));
        target(target);
        if (!value && !average) {
          averageRequired(target, "must set either a target value or averageValue");
        }
      }
      case "external" -> {
        identifier(new MetricIdentifier(source.get("metric")));
        target(target);
        if (!value && !average) {
          averageRequired(target, "must set either a target value for metric or a per-pod target");
        }
        if (value && average) {
          errors.forbidden(
              target.value().path(),
              "may not set both a target value for metric and a per-pod target");
        }
      }
      case "pods" -> {
        identifier(new MetricIdentifier(source.get("metric")));
        target(target);
        if (!average) {
          averageRequired(target, "must specify a positive target averageValue");
        }
      }
      case "containerResource" -> {
        resource(source.get("name"), true);
        container(source.get("container"));
        target(target);
        utilization(target);
      }
      default -> {
        resource(source.get("name"), false);
        target(target);
        utilization(target);
      }
    }
  }

  private void averageRequired(MetricTarget target, String detail) {
    errors.required(target.averageValue().path(), detail);
  }

  private void resource(At name, boolean ofContainer) {
    if (name.text().isEmpty()) {
      errors.required(name.path(), "must specify a resource name");
    } else if (ofContainer) {
      ResourceAmounts.validateContainerName(name.text(), name.path(), errors);
    }
  }

  private void container(At name) {
    if (name.text().isEmpty()) {
      errors.required(name.path(), "must specify a container");
    } else {
      Names.label(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void utilization(MetricTarget target) {
    boolean used = target.averageUtilization().present();
    boolean average = target.averageValue().present();
    if (!used && !average) {
      errors.required(
          target.averageUtilization().path(),
          "must set either a target raw value or a target utilization");
    }
    if (used && average) {
      errors.forbidden(
          target.averageValue().path(),
          "may not set both a target raw value and a target utilization");
    }
  }

  private void identifier(MetricIdentifier metric) {
    At name = metric.name();
    if (name.text().isEmpty()) {
      errors.required(name.path(), "must specify a metric name");
    } else {
      Names.pathSegment(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void target(MetricTarget target) {
    At type = target.type();
    if (type.text().isEmpty()) {
      errors.required(type.path(), "must specify a metric target type");
    }
    if (!List.of("Utilization", "Value", "AverageValue").contains(type.text())) {
      errors.invalidText(
          type.path(), type.text(), "must be either Utilization, Value, or AverageValue");
    }
    for (String field : List.of("value", "averageValue")) {
      At amount = target.at().get(field);
      if (amount.present() && Quantity.parse(amount.text()).signum() != 1) {
        errors.invalid(amount, "must be positive");
      }
    }
    At used = target.averageUtilization();
    if (used.present() && used.number() < 1) {
      errors.invalid(used, "must be greater than 0");
    }
  }
}
