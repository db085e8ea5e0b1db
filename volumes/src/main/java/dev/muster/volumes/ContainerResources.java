package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ResourceFieldSelector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Set;
import java.util.stream.Stream;

/** The resources of a container that it may read, by {@code resourceFieldRef}. */
final class ContainerResources {
  private static final Set<String> FROM_NODE = Set.of("cpu", "memory", "ephemeral-storage");
  private static final int MILLI = 3;

  private ContainerResources() {}

  /**
   * A request or limit in units of the divisor, rounded up. A limit that is not set is what the
   * node could give.
   */
  static String value(Pod pod, ResourceFieldSelector reference, JsonNode allocatable)
      throws VolumeException {
    String resource = reference.resource().text();
    String kind = resource.substring(0, Math.max(0, resource.indexOf('.')));
    String name = resource.substring(resource.indexOf('.') + 1);
    if (!Set.of("limits", "requests").contains(kind)
        || !(FROM_NODE.contains(name) || name.startsWith("hugepages-"))) {
      throw new VolumeException("unsupported container resource : " + resource);
    }
    Container container = find(pod, reference.containerName().text());
    At amounts =
        kind.equals("limits") ? container.resources().limits() : container.resources().requests();
    Quantity amount = amount(amounts.get(name).node());
    if (kind.equals("limits") && FROM_NODE.contains(name) && amount.signum() == 0) {
      amount = amount(allocatable.path(name));
    }
    Quantity divisor = amount(reference.divisor().node());
    return units(name, amount)
        .divide(
            units(name, divisor.signum() == 0 ? Quantity.of(1) : divisor), 0, RoundingMode.CEILING)
        .toPlainString();
  }

  /** Both sides in whole units, CPU in thousandths, rounded up as the kubelet reads them. */
  private static BigDecimal units(String name, Quantity amount) {
    BigDecimal value = name.equals("cpu") ? amount.value().movePointRight(MILLI) : amount.value();
    return value.setScale(0, RoundingMode.CEILING);
  }

  private static Quantity amount(JsonNode quantity) {
    return quantity.isValueNode() ? Quantity.parse(quantity.asText()) : Quantity.of(0);
  }

  private static Container find(Pod pod, String name) throws VolumeException {
    return Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
        .filter(container -> container.name().text().equals(name))
        .findFirst()
        .orElseThrow(() -> new VolumeException("container " + name + " not found"));
  }
}
