package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The quality-of-service class that follows from what a pod requests and is limited to. */
public final class PodQos {
  private PodQos() {}

  /** Guaranteed, Burstable or BestEffort. */
  public static String of(ObjectNode spec) {
    Map<String, Quantity> requests = new TreeMap<>();
    Map<String, Quantity> limits = new TreeMap<>();
    boolean guaranteed = true;
    if (spec.get("resources") instanceof ObjectNode whole) {
      add(requests, whole.get("requests"));
      add(limits, whole.get("limits"));
      guaranteed = whole.path("limits").isEmpty() || limitsBoth(whole);
    } else {
      for (ObjectNode container : Children.containersAndInit(spec)) {
        JsonNode own = container.path("resources");
        add(requests, own.get("requests"));
        add(limits, own.get("limits"));
        guaranteed &= limitsBoth(own);
      }
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return "BestEffort";
    }
    return guaranteed && requests.equals(limits) ? "Guaranteed" : "Burstable";
  }

  private static void add(Map<String, Quantity> to, @Nullable JsonNode list) {
    counted(list).forEach((name, quantity) -> to.merge(name, quantity, Quantity::plus));
  }

  private static boolean limitsBoth(JsonNode resources) {
    return counted(resources.get("limits")).size() == 2;
  }

  /** The amounts of processor and memory above zero: only they count. */
  private static Map<String, Quantity> counted(@Nullable JsonNode list) {
    Map<String, Quantity> all = ResourceLists.read(list);
    all.entrySet()
        .removeIf(
            e ->
                e.getValue().signum() <= 0
                    || !(e.getKey().equals(ResourceNames.CPU)
                        || e.getKey().equals(ResourceNames.MEMORY)));
    return all;
  }
}
