package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;

/** What the containers of a pod need together: sidecars add up, init containers run in turn. */
public final class PodAggregates {
  private PodAggregates() {}

  public static Map<String, Quantity> requests(JsonNode spec) {
    return of(spec, "requests");
  }

  public static Map<String, Quantity> limits(JsonNode spec) {
    return of(spec, "limits");
  }

  private static Map<String, Quantity> of(JsonNode spec, String list) {
    Map<String, Quantity> total = Map.of();
    for (ObjectNode container : Children.each(spec, "containers")) {
      total = ResourceLists.sum(total, ofContainer(container, list));
    }
    Map<String, Quantity> sidecars = Map.of();
    Map<String, Quantity> peak = Map.of();
    for (ObjectNode container : Children.each(spec, "initContainers")) {
      Map<String, Quantity> own = ofContainer(container, list);
      if (Children.text(container, "restartPolicy").equals("Always")) {
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

  private static Map<String, Quantity> ofContainer(ObjectNode container, String list) {
    return ResourceLists.read(container.path("resources").get(list));
  }
}
