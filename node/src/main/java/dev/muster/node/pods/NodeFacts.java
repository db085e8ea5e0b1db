package dev.muster.node.pods;

import dev.muster.model.field.At;
import dev.muster.node.features.GroupsPolicySupport;
import java.net.URI;
import java.util.List;

/**
 * What pods need to know about their node.
 *
 * @param addresses the node's own, the main one first
 * @param runtimeName as container ids begin: {@code containerd}
 * @param apiServer where this node reaches it
 */
public record NodeFacts(
    String name,
    List<String> addresses,
    At allocatable,
    String runtimeName,
    GroupsPolicySupport groups,
    URI apiServer) {
  public NodeFacts {
    addresses = List.copyOf(addresses);
  }
}
