package dev.muster.node.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What the node is to be called and known for.
 *
 * @param address where the node and pods on its network are reached
 * @param version the Kubernetes version that it shows
 * @param labels beside the usual ones
 * @param taints that it registers with
 */
public record MachineIdentity(
    String name,
    String address,
    String version,
    int maxPods,
    Map<String, String> labels,
    List<ObjectNode> taints) {
  public MachineIdentity {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }
}
