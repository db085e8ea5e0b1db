package dev.muster.kinds.autoscaling;

import dev.muster.base.go.GoText;
import dev.muster.kinds.core.ResourceAmounts;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
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

  void validate(At metrics, At minReplicas) {
    boolean ofOthers = false;
    for (At metric : metrics.each()) {
      validate(metric);
      ofOthers |= List.of("Object", "External").contains(metric.text("type"));
    }
    if (minReplicas.present() && minReplicas.number() == 0 && !ofOthers) {
      errors.forbidden(
          metrics.path(),
          "must specify at least one Object or External metric to support scaling to zero replicas");
    }
  }

  private void validate(At metric) {
    At type = metric.get("type");
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
      if (metric.has(source.getValue())) {
        present.add(source.getValue());
        if (present.size() == 1) {
          source(source.getValue(), metric.get(source.getValue()));
        }
      }
    }
    if (!known) {
      unknown(type);
    } else if (!metric.has(expected)) {
      errors.required(
          metric.path().child(expected), "must populate information for the given metric source");
    }
    if (present.size() != 1) {
      for (String field : present) {
        if (!field.equals(expected)) {
          errors.forbidden(
              metric.path().child(field), "must populate the given metric source only");
        }
      }
    }
  }

  private void unknown(At type) {
    errors.unsupported(type.path(), GoText.quote(type.text()), TYPES);
  }

  private void source(String field, At source) {
    At target = source.get("target");
    boolean value = target.has("value");
    boolean average = target.has("averageValue");
    switch (field) {
      case "object" -> {
        ScaleTargets.validate(source.get("describedObject"), true, anyVersion, errors);
        identifier(source.get("metric"));
        target(target);
        if (!value && !average) {
          averageRequired(target, "must set either a target value or averageValue");
        }
      }
      case "external" -> {
        identifier(source.get("metric"));
        target(target);
        if (!value && !average) {
          averageRequired(target, "must set either a target value for metric or a per-pod target");
        }
        if (value && average) {
          errors.forbidden(
              target.path().child("value"),
              "may not set both a target value for metric and a per-pod target");
        }
      }
      case "pods" -> {
        identifier(source.get("metric"));
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

  private void averageRequired(At target, String detail) {
    errors.required(target.path().child("averageValue"), detail);
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

  private void utilization(At target) {
    boolean used = target.has("averageUtilization");
    boolean average = target.has("averageValue");
    if (!used && !average) {
      errors.required(
          target.path().child("averageUtilization"),
          "must set either a target raw value or a target utilization");
    }
    if (used && average) {
      errors.forbidden(
          target.path().child("averageValue"),
          "may not set both a target raw value and a target utilization");
    }
  }

  private void identifier(At metric) {
    At name = metric.get("name");
    if (name.text().isEmpty()) {
      errors.required(name.path(), "must specify a metric name");
    } else {
      Names.pathSegment(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void target(At target) {
    At type = target.get("type");
    if (type.text().isEmpty()) {
      errors.required(type.path(), "must specify a metric target type");
    }
    if (!List.of("Utilization", "Value", "AverageValue").contains(type.text())) {
      errors.invalidText(
          type.path(), type.text(), "must be either Utilization, Value, or AverageValue");
    }
    for (String field : List.of("value", "averageValue")) {
      At amount = target.get(field);
      if (amount.present() && Quantity.parse(amount.text()).signum() != 1) {
        errors.invalid(amount, "must be positive");
      }
    }
    At used = target.get("averageUtilization");
    if (used.present() && used.number() < 1) {
      errors.invalid(used, "must be greater than 0");
    }
  }
}
