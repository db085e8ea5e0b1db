package dev.muster.node.eviction;

import dev.muster.model.quantity.Quantity;
import dev.muster.node.pressure.Observation;
import dev.muster.node.pressure.Signal;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod goes when its node is short of something.
 *
 * @param annotations of the event about it
 */
record PressureMessage(String text, Map<String, String> annotations) {

  static PressureMessage of(
      Signal signal, Pod pod, @Nullable PodUsage usage, Quantity threshold, Observation observed) {
    String resource = signal.resource();
    StringBuilder text =
        new StringBuilder("The node was low on resource: " + resource + ". ")
            .append("Threshold quantity: ")
            .append(threshold)
            .append(", available: ")
            .append(amount(signal, observed.available()))
            .append(". ");
    if (usage == null) {
      return new PressureMessage(text.toString(), Map.of());
    }
    List<String> names = new ArrayList<>();
    List<String> amounts = new ArrayList<>();
    for (PodUsage.ContainerUsage each : usage.containers()) {
      Optional<ContainerSpec> container =
          pod.container(each.name()).filter(found -> found.kind() != ContainerSpec.Kind.EPHEMERAL);
      Optional<Quantity> used = used(signal, each);
      if (container.isEmpty() || used.isEmpty()) {
        continue;
      }
      String asked = container.get().spec().resources().requests().get(resource).textOr("0");
      if (used.get().compareTo(Quantity.parse(asked)) > 0) {
        names.add(each.name());
        amounts.add(used.get().toString());
        text.append(
            "Container %s was using %s, request is %s, has larger consumption of %s. "
                .formatted(each.name(), used.get(), asked, resource));
      }
    }
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put("offending_containers", String.join(",", names));
    annotations.put("offending_containers_usage", String.join(",", amounts));
    annotations.put("starved_resource", resource);
    return new PressureMessage(text.toString(), annotations);
  }

  private static Quantity amount(Signal signal, long available) {
    return signal.isInodes() || signal == Signal.PID_AVAILABLE
        ? Quantity.of(available)
        : Quantity.bytes(available);
  }

  /** Nobody reckons inodes and processes by containers. */
  private static Optional<Quantity> used(Signal signal, PodUsage.ContainerUsage of) {
    return switch (signal.resource()) {
      case "ephemeral-storage" ->
          Optional.of(Quantity.bytes(of.root().bytes() + of.logs().bytes()));
      case "memory" -> Optional.of(Quantity.bytes(of.memory()));
      default -> Optional.empty();
    };
  }
}
