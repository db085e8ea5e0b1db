package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The quality-of-service class that follows from what a pod requests and is limited to. */
public final class PodQos {
  private PodQos() {}

  /** Guaranteed, Burstable or BestEffort. */
  public static String of(PodSpec spec) {
    Map<String, Quantity> requests = new TreeMap<>();
    Map<String, Quantity> limits = new TreeMap<>();
    boolean guaranteed = true;
    ResourceRequirements whole = spec.resources();
    if (whole.present()) {
      add(requests, whole.requests());
      add(limits, whole.limits());
      guaranteed = whole.limits().empty() || limitsBoth(whole);
    } else {
      for (ViewList<Container> list : List.of(spec.containers(), spec.initContainers())) {
        for (Container container : list) {
          ResourceRequirements own = container.resources();
          add(requests, own.requests());
          add(limits, own.limits());
          guaranteed &= limitsBoth(own);
        }
      }
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return "BestEffort";
    }
    return guaranteed && requests.equals(limits) ? "Guaranteed" : "Burstable";
  }

  private static void add(Map<String, Quantity> to, At list) {
    counted(list).forEach((name, quantity) -> to.merge(name, quantity, Quantity::plus));
  }

  private static boolean limitsBoth(ResourceRequirements resources) {
    return counted(resources.limits()).size() == 2;
  }

  /** The amounts of processor and memory above zero: only they count. */
  private static Map<String, Quantity> counted(At list) {
    Map<String, Quantity> all = ResourceLists.read(list.node());
    all.entrySet()
        .removeIf(
            e ->
                e.getValue().signum() <= 0
                    || !(e.getKey().equals(ResourceNames.CPU)
                        || e.getKey().equals(ResourceNames.MEMORY)));
    return all;
  }
}
