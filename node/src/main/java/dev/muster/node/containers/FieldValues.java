package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
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
    Pod pod, String nodeName, List<String> hostIps, List<String> podIps, JsonNode allocatable) {

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
      case "spec.serviceAccountName" -> pod.spec().path("serviceAccountName").asText();
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
  public String resource(JsonNode reference, ContainerSpec self) throws ContainerProblem {
    String named = reference.path("containerName").asText();
    ContainerSpec of =
        named.isEmpty()
            ? self
            : pod.container(named)
                .orElseThrow(() -> ContainerProblem.config("container " + named + " not found"));
    String resource = reference.path("resource").asText();
    String[] parts = resource.split("\\.", 2);
    if (parts.length != 2) {
      throw ContainerProblem.config("unsupported container resource : " + resource);
    }
    JsonNode amount = of.tree().path("resources").path(parts[0]).path(parts[1]);
    if (amount.isMissingNode() && parts[0].equals("limits")) {
      amount = allocatable.path(parts[1]);
    }
    BigDecimal value =
        amount.isMissingNode() ? BigDecimal.ZERO : Quantity.parse(amount.asText()).value();
    String asked = reference.path("divisor").asText("0");
    BigDecimal divisor = Quantity.parse(asked.isEmpty() ? "0" : asked).value();
    if (divisor.signum() == 0) {
      divisor = BigDecimal.ONE;
    }
    return value.divide(divisor, 0, RoundingMode.CEILING).toPlainString();
  }
}
