package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointConditions;
import java.util.Optional;

/**
 * An endpoint as rules and names see it.
 *
 * @param ready whether it takes new connections; not said is yes
 * @param serving whether it still would, though it is about to end
 */
public record SliceEndpoint(
    Ipv4 address, boolean ready, boolean serving, String node, String hostname) {

  /** Empty unless its address is one that an endpoint can have. */
  public static Optional<SliceEndpoint> of(Endpoint endpoint) {
    EndpointConditions conditions = endpoint.conditions();
    boolean ready = !conditions.ready().present() || conditions.ready().truth();
    boolean serving = conditions.serving().present() ? conditions.serving().truth() : ready;
    return endpoint.addresses().each().stream()
        .findFirst()
        .flatMap(first -> Ipv4.parse(first.text()))
        .filter(address -> !address.isSpecial())
        .map(
            address ->
                new SliceEndpoint(
                    address,
                    ready,
                    serving && conditions.terminating().truth(),
                    endpoint.nodeName().text(),
                    endpoint.hostname().text()));
  }
}
