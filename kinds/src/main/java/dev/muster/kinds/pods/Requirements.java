package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Limits, requests and claims: of a container, of a pod as a whole, and a pod's overhead. */
final class Requirements {
  private enum Of {
    CONTAINER,
    POD
  }

  private Requirements() {}

  static void ofContainer(ResourceRequirements resources, Set<String> podClaims, Errors errors) {
    lists(resources.limits(), resources.requests(), resources.at().path(), Of.CONTAINER, errors);
    ResourceClaims.references(resources.claims(), podClaims, errors);
  }

  /** Overhead is checked as if it stood in limits below it. */
  static void overhead(At overhead, Errors errors) {
    At asLimits = new At(overhead.node(), overhead.path().child("limits"));
    At none = At.root(MissingNode.getInstance());
    lists(asLimits, none, overhead.path(), Of.CONTAINER, errors);
  }

  static void ofPod(PodSpec spec, Errors errors) {
    ResourceRequirements resources = spec.resources();
    if (resources.absent()) {
      return;
    }
    if (spec.os().name().text().equals("windows")) {
      errors.forbidden(resources.at().path(), "may not be set for a windows pod");
      return;
    }
    if (resources.claims().at().present()) {
      errors.forbidden(
          resources.claims().at().path(), "claims may not be set for Resources at pod-level");
    }
    lists(resources.limits(), resources.requests(), resources.at().path(), Of.POD, errors);
    ResourceClaims.references(
        resources.claims(), ResourceClaims.names(spec.resourceClaims()), errors);
    consistency(spec, resources, errors);
  }

  private static void lists(At limits, At requests, Path at, Of whose, Errors errors) {
    for (Map.Entry<String, At> e : limits.entries()) {
      entry(e.getKey(), e.getValue(), whose, errors);
      pages(e.getKey(), e.getValue(), errors);
    }
    Map<String, Quantity> limit = ResourceLists.read(limits.node());
    for (Map.Entry<String, At> e : requests.entries()) {
      entry(e.getKey(), e.getValue(), whose, errors);
      withinLimit(e.getKey(), quantity(e.getValue()), limit, limits, requests, errors);
      pages(e.getKey(), e.getValue(), errors);
    }
    boolean pages =
        limits.entries().stream().anyMatch(e -> ResourceNames.isHugePages(e.getKey()))
            || requests.entries().stream().anyMatch(e -> ResourceNames.isHugePages(e.getKey()));
    boolean computes =
        List.of(limits, requests).stream()
            .anyMatch(l -> l.has(ResourceNames.CPU) || l.has(ResourceNames.MEMORY));
    if (pages && !computes) {
      errors.forbidden(at, "HugePages require cpu or memory");
    }
  }

  private static void entry(String name, At amount, Of whose, Errors errors) {
    switch (whose) {
      case CONTAINER -> containerName(name, amount.path(), errors);
      case POD -> podName(name, amount.path(), errors);
    }
    Quantity quantity = quantity(amount);
    if (quantity.signum() < 0) {
      errors.invalidText(amount.path(), quantity.toString(), "must be greater than or equal to 0");
    }
    if (ResourceNames.isWhole(name) && !quantity.isWhole()) {
      errors.invalidText(amount.path(), quantity.toString(), "must be an integer");
    }
  }

  private static boolean commonName(String name, Path at, Errors errors) {
    List<String> faults = Labels.qualifiedName(name);
    faults.forEach(f -> errors.invalidText(at, name, f));
    if (!faults.isEmpty()) {
      return false;
    }
    if (!name.contains("/") && !ResourceNames.isStandard(name)) {
      errors.invalidText(at, name, "must be a standard resource type or fully qualified");
      return false;
    }
    return true;
  }

  private static void containerName(String name, Path at, Errors errors) {
    commonName(name, at, errors);
    if (!name.contains("/")) {
      if (!ResourceNames.isContainerStandard(name)) {
        errors.invalidText(at, name, "must be a standard resource for containers");
      }
    } else if (!ResourceNames.isNative(name) && !ResourceNames.isExtended(name)) {
      errors.invalidText(at, name, "doesn't follow extended resource name standard");
    }
  }

  private static void podName(String name, Path at, Errors errors) {
    if (commonName(name, at, errors) && !ResourceNames.isPodLevel(name)) {
      errors.unsupported(at, GoText.quote(name), ResourceNames.POD_LEVEL);
    }
  }

  private static void withinLimit(
      String name,
      Quantity request,
      Map<String, Quantity> limits,
      At limitsAt,
      At requestsAt,
      Errors errors) {
    Quantity limit = limits.get(name);
    boolean overcommits = ResourceNames.overcommits(name);
    if (limit == null) {
      if (!overcommits) {
        errors.required(limitsAt.path(), "Limit must be set for non overcommitable resources");
      }
      return;
    }
    if (!overcommits && request.compareTo(limit) != 0) {
      errors.invalidText(
          requestsAt.path(), request.toString(), "must be equal to " + name + " limit of " + limit);
    } else if (request.compareTo(limit) > 0) {
      errors.invalidText(
          requestsAt.path(),
          request.toString(),
          "must be less than or equal to " + name + " limit of " + limit);
    }
  }

  private static void pages(String name, At amount, Errors errors) {
    if (ResourceNames.isHugePages(name)
        && !ResourceNames.isWholeHugePages(name, quantity(amount))) {
      String text = quantity(amount).toString();
      errors.invalidText(
          amount.path(), text, text + " is not positive integer multiple of " + name);
    }
  }

  /** What the containers ask for together must fit into what the pod asks for. */
  private static void consistency(PodSpec spec, ResourceRequirements resources, Errors errors) {
    Map<String, Quantity> podRequests = ResourceLists.read(resources.requests().node());
    Map<String, Quantity> podLimits = ResourceLists.read(resources.limits().node());
    PodAggregates.requests(spec.tree())
        .forEach(
            (name, sum) -> {
              Quantity pod = podRequests.get(name);
              if (pod != null && sum.compareTo(pod) > 0) {
                errors.invalidText(
                    resources.requests().path().key(name),
                    pod.toString(),
                    "must be greater than or equal to aggregate container requests of " + sum);
              }
            });
    PodAggregates.limits(spec.tree())
        .forEach(
            (name, sum) -> {
              Quantity pod = podLimits.get(name);
              if (ResourceNames.isHugePages(name) && pod != null && sum.compareTo(pod) > 0) {
                errors.invalidText(
                    resources.limits().path().key(name),
                    pod.toString(),
                    "must be greater than or equal to aggregate container limits of " + sum);
              }
            });
    int i = 0;
    for (Container container : spec.containers()) {
      Path at = resources.at().path().child("containers").index(i++);
      ResourceLists.read(container.resources().limits().node())
          .forEach(
              (name, limit) -> {
                Quantity pod = podLimits.get(name);
                if (pod != null && limit.compareTo(pod) > 0) {
                  errors.invalidText(
                      at.key(name).child("limits"),
                      limit.toString(),
                      "must be less than or equal to pod limits of " + pod);
                }
              });
    }
  }

  private static Quantity quantity(At amount) {
    return Quantity.parse(amount.text());
  }
}
