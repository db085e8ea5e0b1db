package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.CoreV1.ServiceSpec;
import dev.muster.views.ViewList;
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
    ServiceSpec spec = Service.of(service).spec();
    ViewList<ServicePort> ports = spec.ports();
    boolean balanced = spec.type().text().equals("LoadBalancer");
    long nodePorts = 0;
    if (spec.type().text().equals("NodePort")
        || balanced && spec.allocateLoadBalancerNodePorts().node().asBoolean(true)) {
      nodePorts = ports.size();
    } else if (balanced) {
      nodePorts = ports.stream().filter(port -> port.nodePort().number() != 0).count();
    }
    return super.usage(service)
        .with("services", ONE)
        .with("services.nodeports", Quantity.of(nodePorts))
        .with("services.loadbalancers", Quantity.of(balanced ? 1 : 0));
  }
}
