package dev.muster.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Kind;
import java.util.Set;

/** Services count their load balancers and node ports. */
final class ServiceEvaluator extends Evaluator {
  private static final Set<String> RESOURCES =
      Set.of("services", "services.nodeports", "services.loadbalancers");

  ServiceEvaluator(Kind kind) {
    super(kind);
  }

  @Override
  boolean handles(AdmissionRequest request) {
    return request.subresource().isEmpty()
        && (request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE);
  }

  @Override
  boolean counts(String resource) {
    return RESOURCES.contains(resource) || super.counts(resource);
  }

  @Override
  QuotaUsage usage(ObjectNode service) {
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
