package dev.muster.node.containers;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ResourceFieldSelector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a pod can be told about itself.
 *
 * @param hostIps of the node, the main one first
 * @param podIps of the pod, the main one first; empty while it has none
 * @param allocatable of the node, for limits that are not set
 */
public record FieldValues(
    Pod pod, String nodeName, List<String> hostIps, List<String> podIps, At allocatable) {

  /** The value at a {@code fieldRef}'s path. */
  public String field(String path) throws ContainerProblem {
    int open = path.indexOf("['");
    if (open > 0 && path.endsWith("']")) {
      String key = path.substring(open + 2, path.length() - 2);
      return switch (path.substring(0, open)) {
        case "metadata.labels" -> pod.labels().getOrDefault(key, "");
        case "metadata.annotations" -> pod.annotation(key);
        default -> throw unsupported(path);
      };
    }
    return switch (path) {
      case "metadata.name" -> pod.name();
      case "metadata.namespace" -> pod.namespace();
      case "metadata.uid" -> pod.uid();
      case "metadata.labels" -> lines(pod.labels());
      case "metadata.annotations" -> lines(pod.annotations());
      case "spec.nodeName" -> nodeName;
      case "spec.serviceAccountName" -> pod.spec().serviceAccountName().text();
      case "status.hostIP" -> hostIps.isEmpty() ? "" : hostIps.getFirst();
      case "status.hostIPs" -> String.join(",", hostIps);
      case "status.podIP" -> podIps.isEmpty() ? "" : podIps.getFirst();
      case "status.podIPs" -> String.join(",", podIps);
      default -> throw unsupported(path);
    };
  }

  private static ContainerProblem unsupported(String path) {
    return ContainerProblem.config("unsupported fieldPath: " + path);
  }

  private static String lines(Map<String, String> map) {
    return map.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + "=" + GoText.quote(e.getValue()))
        .collect(Collectors.joining("\n"));
  }

  /** The value of a {@code resourceFieldRef}, in units of its divisor, rounded up. */
  public String resource(ResourceFieldSelector reference, ContainerSpec self)
      throws ContainerProblem {
    String named = reference.containerName().text();
    ContainerSpec of =
        named.isEmpty()
            ? self
            : pod.container(named)
                .orElseThrow(() -> ContainerProblem.config("container " + named + " not found"));
    String resource = reference.resource().text();
    String[] parts = resource.split("\\.", 2);
    if (parts.length != 2) {
      throw ContainerProblem.config("unsupported container resource : " + resource);
    }
    At amount = of.spec().resources().at().get(parts[0], parts[1]);
    if (amount.absent() && parts[0].equals("limits")) {
      amount = allocatable.get(parts[1]);
    }
    BigDecimal value = amount.absent() ? BigDecimal.ZERO : Quantity.parse(amount.text()).value();
    String asked = reference.divisor().textOr("0");
    BigDecimal divisor = Quantity.parse(asked.isEmpty() ? "0" : asked).value();
    if (divisor.signum() == 0) {
      divisor = BigDecimal.ONE;
    }
    return value.divide(divisor, 0, RoundingMode.CEILING).toPlainString();
  }
}
