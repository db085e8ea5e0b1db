package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What the containers of a pod need together: sidecars add up, init containers run in turn. */
public final class PodAggregates {
  private PodAggregates() {}

  /** What is requested, by the spec of a pod. */
  public static Map<String, Quantity> requests(JsonNode spec) {
    return of(PodSpec.of(spec), ResourceRequirements::requests);
  }

  /** What is the most that may be used, by the spec of a pod. */
  public static Map<String, Quantity> limits(JsonNode spec) {
    return of(PodSpec.of(spec), ResourceRequirements::limits);
  }

  private static Map<String, Quantity> of(PodSpec spec, Function<ResourceRequirements, At> list) {
    Map<String, Quantity> total = Map.of();
    for (Container container : spec.containers()) {
      total = ResourceLists.sum(total, ofContainer(container, list));
    }
    Map<String, Quantity> sidecars = Map.of();
    Map<String, Quantity> peak = Map.of();
    for (Container container : spec.initContainers()) {
      Map<String, Quantity> own = ofContainer(container, list);
      if (container.restartPolicy().text().equals("Always")) {
        total = ResourceLists.sum(total, own);
        sidecars = ResourceLists.sum(sidecars, own);
        own = sidecars;
      } else {
        own = ResourceLists.sum(own, sidecars);
      }
      peak = ResourceLists.max(peak, own);
    }
    return new TreeMap<>(ResourceLists.max(total, peak));
  }

  private static Map<String, Quantity> ofContainer(
      Container container, Function<ResourceRequirements, At> list) {
    return ResourceLists.read(list.apply(container.resources()).node());
  }
}
