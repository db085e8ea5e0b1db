package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Services count their load balancers and node ports. */
final class ServiceEvaluator extends Evaluator {
  private static final Set<String> RESOURCES =
      Set.of("services", "services.nodeports", "services.loadbalancers");

  ServiceEvaluator(String resource) {
    super(resource);
  }

  @Override
  public boolean handles(String subresource, ObjectNode service, @Nullable ObjectNode old) {
    return subresource.isEmpty();
  }

  @Override
  public boolean counts(String resource) {
    return RESOURCES.contains(resource) || super.counts(resource);
  }

  @Override
  public QuotaUsage usage(ObjectNode service) {
    JsonNode spec = service.path("spec");
    JsonNode ports = spec.path("ports");
    boolean balanced = spec.path("type").asText().equals("LoadBalancer");
    long nodePorts = 0;
    if (spec.path("type").asText().equals("NodePort")
        || balanced && spec.path("allocateLoadBalancerNodePorts").asBoolean(true)) {
      nodePorts = ports.size();
    } else if (balanced) {
      nodePorts = ports.valueStream().filter(port -> port.path("nodePort").asLong() != 0).count();
    }
    return super.usage(service)
        .with("services", ONE)
        .with("services.nodeports", Quantity.of(nodePorts))
        .with("services.loadbalancers", Quantity.of(balanced ? 1 : 0));
  }
}
